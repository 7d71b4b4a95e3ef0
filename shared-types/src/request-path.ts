import type { Route } from './route.ts';

interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** Path and query for a call to a route; a parameter that is not given keeps its name. */
export function requestPath({ path }: Route, { params = {}, query = {} }: CallInput): string {
  const filled = path.replace(/:(\w+)/g, (mark, name: string) =>
    encodeURIComponent(params[name] ?? mark),
  );
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return filled;
  const texts = pairs.map(([name, value]): [string, string] => [name, String(value)]);
  return `${filled}?${new URLSearchParams(texts).toString()}`;
}
