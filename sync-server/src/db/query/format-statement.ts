/** What a statement takes as a parameter. */
export type Value = string | number | boolean | null | readonly string[];

/**
 * A statement of a hot path, with its values as `$1`, `$2`. The ORM's own `execute` writes the values into
 * the text, which PostgreSQL then parses and plans each time; this one is prepared once per connection,
 * which asks for generic plans (`deadlines.ts`): the plan must be good whatever the values are.
 */
export interface Statement {
  /** The name under which connections keep it prepared; one name serves every length of a list (`listOf`). */
  readonly name: string;
  readonly text: string;
}

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
