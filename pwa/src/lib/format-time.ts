import { formatShortDay } from './format-date.ts';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';

const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** A time of day: '3:05 PM'. */
export function formatTime(time: number): string {
  return TIME.format(time);
}

/** The time of day if it was today, otherwise the day: '3:05 PM', 'Nov 21'. */
export function formatShortMoment(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? formatTime(time) : formatShortDay(time);
}

/** The name of a day as a heading: 'Today', 'Yesterday', 'Nov 21'. */
export function formatDayName(time: number, now = Date.now()): string {
  // Rounded, because a day may have 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  return ['Today', 'Yesterday'][days] ?? formatShortDay(time);
}
