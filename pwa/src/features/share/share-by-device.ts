import { MESSAGE, SUBJECT } from './share-links.ts';

/** A sheet closed without a choice is no failure; a browser that refuses leaves the other ways. */
export async function shareByDevice(url: string): Promise<void> {
  try {
    await navigator.share({ title: SUBJECT, text: MESSAGE, url });
  } catch (error) {
    const wasClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!wasClosed) console.warn('The device did not share the link:', error);
  }
}
