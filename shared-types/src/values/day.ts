import * as v from 'valibot';

/** A day that exists: neither February 31 nor one in the year 0, which the database does not have. */
export const Day = v.pipe(
  v.string('Must be a day'),
  v.isoDate('Must be a day'),
  v.check(isCalendarDay, 'Must be a day'),
);

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isReal && date.getUTCFullYear() > 0;
}
