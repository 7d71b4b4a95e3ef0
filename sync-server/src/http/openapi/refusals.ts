import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { describeLimits } from '../bounds/call-limits.ts';

/** The forms of a call, which share its method and path and differ by a query parameter. */
export const formsOf = ({ method, path }: Pick<Route, 'method' | 'path'>): [string, Route][] =>
  Object.entries<Route>(routes).filter(
    ([, route]) => route.method === method && route.path === path,
  );

/**
 * Statuses by which a call may be refused, in API.md's order of checks; the machine code of each answer says which of the causes
 * it was. Whatever else is refused, such as another method at this path or a head that is too large, has the same form.
 */
export function refusalsOf(call: Pick<Route, 'method' | 'path'>): number[] {
  const forms = formsOf(call);
  const isAny = (holds: (form: Route) => boolean) => forms.some(([, form]) => holds(form));
  const hasBody = isAny(({ body }) => body !== undefined);
  const isWrite = call.method !== 'GET';
  const isClosed = isAny(({ access }) => access !== 'public');
  const leadsOn = isAny(({ answers }) => answers[302] !== undefined);
  const isCounted = forms.some(([name]) => describeLimits(name).length > 0);
  const causes: Record<number, boolean> = {
    400: hasBody || isAny(({ query }) => query !== undefined),
    401: isClosed,
    403: isClosed || isWrite,
    404: isAny(({ params }) => params !== undefined),
    408: hasBody,
    // `X-Expected-User` names somebody else, or somebody who was erased.
    409: isClosed,
    410: isClosed,
    413: hasBody,
    415: hasBody,
    // One that leads elsewhere says it there.
    429: isWrite || (isCounted && !leadsOn),
    503: true,
  };
  return Object.entries(causes)
    .map(([status, isPossible]) => [Number(status), isPossible] as const)
    .filter(([status, isPossible]) => isPossible || isAny((form) => names(form, status)))
    .map(([status]) => status);
}

const names = ({ refusals = [] }: Route, status: number) => refusals.includes(status);
