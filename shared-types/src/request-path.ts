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
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}
