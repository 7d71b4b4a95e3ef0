/** What a statement takes as a parameter. */
export type Value = string | number | boolean | null | readonly string[];

/** A statement with its values in place of `$1`, `$2`, as the log shows it. */
export function formatStatement(text: string, values: readonly Value[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) =>
    literal(values[Number(place) - 1] ?? null),
  );
}

/** A value as PostgreSQL reads it in the text of a statement, whatever type is expected there. */
export function literal(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return quote(`{${value.map(element).join(',')}}`);
  return quote(String(value));
}

function element(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

// With a backslash, a plain literal would depend on a setting of the database.
function quote(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return text.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}
