import { readFileSync } from 'node:fs';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const CALL_ROW = /^\| `(\S+ \/api\/\S+)` \| `(\w+)` \|/gm;

test('the API page lists every call of the route table under its name, and no other', () => {
  const listed = [...page.matchAll(CALL_ROW)].map(([, call = '', name = '']) => [name, call]);
  const known = Object.entries<Route>(routes).map(([name, route]) => [name, callOf(route)]);
  expect(listed.toSorted()).toEqual(known.toSorted());
});

/** The call as the page writes it; a form that a query parameter selects names the parameter. */
function callOf({ method, path, whenQuery }: Route): string {
  return `${method} ${path}${whenQuery === undefined ? '' : `?${whenQuery}=`}`;
}
