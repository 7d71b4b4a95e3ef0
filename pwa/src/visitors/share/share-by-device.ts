import { SUBJECT } from './share-links.ts';

/** Closing the sheet without a choice is not a failure; if the browser refuses, the other ways remain. */
export async function shareByDevice(url: string, text: string): Promise<void> {
  try {
    await navigator.share({ title: SUBJECT, text, url });
  } catch (error) {
    const wasClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!wasClosed) console.warn('The device did not share the link:', error);
  }
}
