import { formatShortDay } from './format-date.ts';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';

const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** A time of day: '3:05 PM'. */
export function formatTime(time: number): string {
  return TIME.format(time);
}

/** The time of day if it was on the day that began at `day`, otherwise its day: '3:05 PM', 'Nov 21'. */
export function formatShortMoment(time: number, day: number): string {
  return startOfDay(time) === day ? formatTime(time) : formatShortDay(time);
}

/** How many days before the one that began at `day` a moment was; negative if it is on a later one. */
function daysBefore(day: number, time: number): number {
  // Rounded, because a day may have 23 or 25 hours.
  return Math.round((day - startOfDay(time)) / DAY_MS);
}

/** The name of a day as a heading, on the day that began at `day`: 'Today', 'Yesterday', 'Nov 21'. */
export function formatDayName(
  time: number,
  day: number,
  formatOther: (time: number) => string = formatShortDay,
): string {
  return ['Today', 'Yesterday'][daysBefore(day, time)] ?? formatOther(time);
}
