import { formatMoment } from './format-date.ts';

const AGO = new Intl.RelativeTimeFormat('en-US');
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** When something was true, and how long ago: 'As of Nov 21, 2026, 3:05 PM · 4 minutes ago'; epoch milliseconds. */
export function formatAge(since: number, now: number): string {
  return `As of ${formatMoment(since)} · ${formatAgo(Math.floor((now - since) / MINUTE_MS))}`;
}

function formatAgo(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < HOUR_MINUTES) return AGO.format(-minutes, 'minute');
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours < DAY_HOURS) return AGO.format(-hours, 'hour');
  return AGO.format(-Math.floor(hours / DAY_HOURS), 'day');
}
