/** What is done with the browser's caches; undefined where there are none, as in some private windows. */
export async function withCaches<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return typeof caches === 'undefined' ? undefined : await work();
  } catch (error) {
    // Firefox's private windows have caches by name only.
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined;
    throw error;
  }
}
