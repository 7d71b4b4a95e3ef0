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

/** The 400 `invalid` for input a schema refused; names the fields and tells of the first. */
export function invalidInput(issues: readonly v.BaseIssue<unknown>[]): RequestError {
  const fields = fieldErrors(issues);
  const [[name, message] = ['', ''], ...others] = Object.entries(fields);
  if (name === '') return invalid('The body must be an object');
  const text = message === 'Required' ? `${name} is required` : message;
  return invalid(others.length === 0 ? text : `${text} (and ${others.length} more)`, fields);
}

/** Parses input of a request, or throws 400 `invalid` that names the fields. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  throw invalidInput(parsed.issues);
}

/** The fields of a change that were sent, in types too: what is absent stays as it is stored. */
export function sentFields<T extends object>(
  change: T,
): { [Field in keyof T]?: Exclude<T[Field], undefined> } {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined);
  // Only the type of the values became narrower.
  return Object.fromEntries(sent) as { [Field in keyof T]?: Exclude<T[Field], undefined> };
}
