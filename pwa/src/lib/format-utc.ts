const UTC = { timeZone: 'UTC' } as const;
const DAY = new Intl.DateTimeFormat('en-US', { ...UTC, month: 'short', day: 'numeric' });
const LONG_DAY = new Intl.DateTimeFormat('en-US', { ...UTC, dateStyle: 'medium' });
const MONTH = new Intl.DateTimeFormat('en-US', { ...UTC, month: 'short' });
const LONG_MONTH = new Intl.DateTimeFormat('en-US', { ...UTC, month: 'long', year: 'numeric' });

/** A calendar day (`2026-11-16`), in any time zone: 'Nov 16'. */
export const formatUtcDay = (day: string) => DAY.format(new Date(day));
/** 'Nov 16, 2026'. */
export const formatLongUtcDay = (day: string) => LONG_DAY.format(new Date(day));
/** A calendar month (`2026-11`): 'Nov'. */
export const formatShortMonth = (month: string) => MONTH.format(new Date(`${month}-01`));
/** 'November 2026', or 'Unknown' if it is no month. */
export function formatLongMonth(month: string): string {
  const time = new Date(`${month}-01`);
  return Number.isNaN(time.getTime()) ? 'Unknown' : LONG_MONTH.format(time);
}
