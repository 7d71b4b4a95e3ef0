import * as v from 'valibot';
import { invalid, type RequestError } from './errors.ts';

/** The first message for each field at fault, by its dotted path. */
function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const issue of issues) {
    const path = v.getDotPath(issue);
    if (path !== null && !(path in fields)) fields[path] = readable(issue);
  }
  return { ...fields };
}

/** Valibot's own texts quote what was given, which may be megabytes. */
const MESSAGE_MAX = 200;

// Valibot's own text for a missing key names types; the generic message of SPEC §5 is 'Required'.
function readable(issue: v.BaseIssue<unknown>): string {
  if (issue.input === undefined) return 'Required';
  const { message } = issue;
  return message.length > MESSAGE_MAX
    ? `${message.slice(0, MESSAGE_MAX).toWellFormed()}…`
    : message;
}

/** The 400 `invalid` for input a schema refused; names the fields and describes the first fault. */
export function invalidInput(issues: readonly v.BaseIssue<unknown>[]): RequestError {
  const fields = fieldErrors(issues);
  const [[name, message] = ['', ''], ...others] = Object.entries(fields);
  if (name === '') return invalid('The body must be an object');
  const text = message === 'Required' ? `${name} is required` : message;
  return invalid(others.length === 0 ? text : `${text} (and ${others.length} more)`, fields);
}

/** The parts a schema exposes: the fields of an object, or the schema it wraps as optional. */
interface SchemaPart {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaPart>>;
  readonly wrapped?: SchemaPart;
}

/** The path of a list where an object belongs, which valibot accepts if every field is optional. */
function findList({ entries, wrapped }: SchemaPart, input: unknown, path = ''): string | undefined {
  if (wrapped) return findList(wrapped, input, path);
  if (!entries || typeof input !== 'object' || input === null) return undefined;
  if (Array.isArray(input)) return path;
  const fields: Record<string, unknown> = { ...input };
  const found = Object.entries(entries).map(([name, field]) =>
    findList(field, fields[name], path === '' ? name : `${path}.${name}`),
  );
  return found.find((place) => place !== undefined);
}

function requireObjects(schema: SchemaPart, input: unknown): void {
  const place = findList(schema, input);
  if (place === '') throw invalid('The body must be an object');
  if (place !== undefined) {
    throw invalid(`${place} must be an object`, { [place]: 'Must be an object' });
  }
}

/** Parses a request's input, or throws a 400 `invalid` that names the fields. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  requireObjects(schema, input);
  // What is too long is not looked at any further: the rest of its checks would read all of it.
  const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  throw invalidInput(parsed.issues);
}

/** The fields that a change contains, in its type too: absent ones stay as stored. */
export function sentFields<T extends object>(
  change: T,
): { [Field in keyof T]?: Exclude<T[Field], undefined> } {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined);
  // Only the type of the values is narrower.
  return Object.fromEntries(sent) as { [Field in keyof T]?: Exclude<T[Field], undefined> };
}
