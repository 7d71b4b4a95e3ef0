import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import type { Middleware } from '../context.ts';
import { methodNotAllowed } from '../errors.ts';

const spelled = new Map<string, string[]>();
for (const { method, path } of Object.values<Route>(routes)) {
  if (path.includes(':')) continue;
  spelled.set(path, [...(spelled.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
}

/**
 * Keeps a path that the table spells out, such as `/referrals/acts`, from matching a parameter of
 * another, such as `/referrals/:id`: a method it does not support is 405.
 */
export function requireExactCase(): Middleware {
  return (ctx, next) => {
    const methods = spelled.get(ctx.path);
    if (methods && !methods.includes(ctx.method)) throw methodNotAllowed([...new Set(methods)]);
    return next();
  };
}
