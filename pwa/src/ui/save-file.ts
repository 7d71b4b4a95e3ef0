const FREED_AFTER_MS = 60_000;

/** Hands a file to the browser as a download. */
export function saveFile(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers begin the download later, and ask the person first.
  setTimeout(() => URL.revokeObjectURL(url), FREED_AFTER_MS);
}
