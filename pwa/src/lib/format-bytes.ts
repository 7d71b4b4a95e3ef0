const KB = 1024;

/** A size as people read it; figures are estimates, so no decimals below a megabyte. */
export function formatBytes(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} kB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}
