const MS_A_SECOND = 1000;
const BYTES_A_MB = 1_000_000;
const BYTES_A_KIB = 1024;

export const inMb = (bytes: number) => `${(bytes / BYTES_A_MB).toFixed(1)} MB`;

/** What a command has cost since `performance.now()` was this: seconds, and the most memory its process ever took. */
export function effortSince(startedAt: number): string {
  const seconds = (performance.now() - startedAt) / MS_A_SECOND;
  const { maxRSS } = process.resourceUsage();
  return `${seconds.toFixed(1)} s, peak ${Math.round((maxRSS * BYTES_A_KIB) / BYTES_A_MB)} MB`;
}
