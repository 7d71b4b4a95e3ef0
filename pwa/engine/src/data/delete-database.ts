/**
 * Deletes a database for good. Calls `onHeld` while another tab keeps it open, and continues once that tab is closed.
 */
export function deleteDatabase(name: string, onHeld: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('blocked', onHeld);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error(name)));
  });
}
