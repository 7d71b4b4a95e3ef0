import type { Route } from './route.ts';

interface Asked {
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** Path and query of a call of a route; a parameter nobody gave stays as it is named. */
export function requestPath({ path }: Route, { params = {}, query = {} }: Asked): string {
  const filled = path.replace(/:(\w+)/g, (mark, name: string) =>
    encodeURIComponent(params[name] ?? mark),
  );
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return filled;
  const texts = pairs.map(([name, value]): [string, string] => [name, String(value)]);
  return `${filled}?${new URLSearchParams(texts).toString()}`;
}
