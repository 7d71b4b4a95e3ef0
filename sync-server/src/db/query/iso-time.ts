/** A column of times in the wire's form: ISO 8601, UTC, milliseconds. */
export function isoTime(column: string, name: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;
}
