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
