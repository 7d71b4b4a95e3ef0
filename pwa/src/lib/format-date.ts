const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A day in US form: 'Nov 21, 2026'; an unreadable date is 'Unknown'. */
export function formatDay(date: string | number): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? 'Unknown' : DAY.format(time);
}

const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** A day without its year if that is this year: 'Nov 21'. */
export function formatShortDay(date: string | number): string {
  const time = new Date(date);
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return isThisYear ? SHORT_DAY.format(time) : formatDay(date);
}

/** A day and a time of day: 'Nov 21, 2026, 3:05 PM'. */
export function formatMoment(time: string | number): string {
  return MOMENT.format(new Date(time));
}
