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

// Valibot's own text for a missing key quotes types; the spec's generic message is 'Required' (§5).
function readable(issue: v.BaseIssue<unknown>): string {
  return issue.input === undefined ? 'Required' : issue.message;
}

/** The 400 `invalid` for input a schema refused; names the fields and tells the first fault. */
export function invalidInput(issues: readonly v.BaseIssue<unknown>[]): RequestError {
  const fields = fieldErrors(issues);
  const [[name, message] = ['', ''], ...others] = Object.entries(fields);
  if (name === '') return invalid('The body must be an object');
  const text = message === 'Required' ? `${name} is required` : message;
  return invalid(others.length === 0 ? text : `${text} (and ${others.length} more)`, fields);
}

/** What a schema shows of its parts: fields of an object, or what it makes optional. */
interface Shown {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shown>>;
  readonly wrapped?: Shown;
}

/** The path of a list in place of an object, which valibot accepts if every field is optional. */
function findList({ entries, wrapped }: Shown, input: unknown, path = ''): string | undefined {
  if (wrapped) return findList(wrapped, input, path);
  if (!entries || typeof input !== 'object' || input === null) return undefined;
  if (Array.isArray(input)) return path;
  const fields: Record<string, unknown> = { ...input };
  const found = Object.entries(entries).map(([name, field]) =>
    findList(field, fields[name], path === '' ? name : `${path}.${name}`),
  );
  return found.find((place) => place !== undefined);
}

function requireObjects(schema: Shown, input: unknown): void {
  const place = findList(schema, input);
  if (place === '') throw invalid('The body must be an object');
  if (place !== undefined) {
    throw invalid(`${place} must be an object`, { [place]: 'Must be an object' });
  }
}

/** Parses input of a request, or throws 400 `invalid` that names the fields. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  requireObjects(schema, input);
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  throw invalidInput(parsed.issues);
}

/** The fields of a change that were sent, in types too: what is absent stays as stored. */
export function sentFields<T extends object>(
  change: T,
): { [Field in keyof T]?: Exclude<T[Field], undefined> } {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined);
  // Only the type of the values became narrower.
  return Object.fromEntries(sent) as { [Field in keyof T]?: Exclude<T[Field], undefined> };
}
