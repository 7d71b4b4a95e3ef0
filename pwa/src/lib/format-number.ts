/** One for each number of places: making one takes longer than a hundred numbers, and a chart has hundreds. */
const formats = new Map<number, Intl.NumberFormat>();

/** A number in US form: '15,432'; with at most `digits` decimal places. */
export function formatNumber(value: number, { digits = 1 }: { digits?: number } = {}): string {
  const format =
    formats.get(digits) ?? new Intl.NumberFormat('en-US', { maximumFractionDigits: digits });
  formats.set(digits, format);
  return format.format(value);
}
