const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A day in US form: 'Nov 21, 2026'; an unreadable date is 'Unknown'. */
export function formatDay(date: string | number): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? 'Unknown' : DAY.format(time);
}

/** A day and a time of day: 'Nov 21, 2026, 3:05 PM'. */
export function formatMoment(time: number): string {
  return MOMENT.format(time);
}
