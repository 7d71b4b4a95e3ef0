import { formatMoment } from './format-date.ts';

const AGO = new Intl.RelativeTimeFormat('en-US');
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** When something was true, and how long ago: 'As of Nov 21, 2026, 3:05 PM · 4 minutes ago'; epoch milliseconds. */
export function formatAge(since: number, now: number): string {
  const { value, unit } = spanOf(now - since);
  const ago = value < 1 ? 'just now' : AGO.format(-value, unit);
  return `As of ${formatMoment(since)} · ${ago}`;
}

/** How long something lasted, in its largest unit: '12 days', '1 hour'; milliseconds. */
export function formatSpan(spanMs: number): string {
  const { value, unit } = spanOf(spanMs);
  if (value < 1) return 'less than a minute';
  return `${value.toLocaleString('en-US')} ${unit}${value === 1 ? '' : 's'}`;
}

function spanOf(spanMs: number): { value: number; unit: 'minute' | 'hour' | 'day' } {
  const minutes = Math.floor(spanMs / MINUTE_MS);
  if (minutes < HOUR_MINUTES) return { value: minutes, unit: 'minute' };
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours < DAY_HOURS) return { value: hours, unit: 'hour' };
  return { value: Math.floor(hours / DAY_HOURS), unit: 'day' };
}
