/** A number in US form: '15,432'; with at most `digits` decimal places. */
export function formatNumber(value: number, { digits = 1 }: { digits?: number } = {}): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(value);
}
