const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A calendar month in UTC, in US form: `2026-11` is 'November 2026'. */
export function formatMonth(month: string): string {
  const time = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? 'Unknown' : MONTH.format(time);
}
