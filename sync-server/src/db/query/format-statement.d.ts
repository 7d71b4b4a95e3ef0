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
export declare function formatStatement(text: string, values: readonly Value[]): string;
/** A value as PostgreSQL reads it in the text of a statement, whatever type is expected there. */
export declare function literal(value: Value): string;
