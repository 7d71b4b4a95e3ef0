/** The setting whose zone ends a day for the office. */
export const TIME_ZONE_SETTING = 'general.time_zone';

/** Whether a text names a time zone of the IANA database, and is no offset, whose sign PostgreSQL reads the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z_]+(?:\/[\w+-]+)*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * A moment as ISO 8601 on the office's clock, which a time zone names; the server counts days by it. UTC on a device that does not
 * know the zone.
 */
export function officeTime(ms: number, timeZone = 'UTC'): string {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const seconds = Math.floor(ms / 1000) * 1000;
  const offset = (Date.parse(`${clock.format(seconds).replace(' ', 'T')}Z`) - seconds) / 60_000;
  const part = (minutes: number) => String(minutes).padStart(2, '0');
  const size = Math.abs(offset);
  const behind = `${offset < 0 ? '-' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`;
  return new Date(ms + offset * 60_000).toISOString().replace('Z', behind);
}

/** The office's day of a moment, such as `2026-11-27`. */
export const officeDay = (ms: number, timeZone?: string) =>
  officeTime(ms, timeZone).slice(0, 'YYYY-MM-DD'.length);
