/** A number as people here write it: '15,432'; `digits` after the point at most. */
export function formatNumber(value: number, { digits = 1 }: { digits?: number } = {}): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(value);
}
