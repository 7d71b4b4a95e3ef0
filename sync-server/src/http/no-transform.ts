import type { Middleware } from './context.ts';

/**
 * Tells whoever is on the way to pass pages and files on as they are: a CDN that hides addresses or puts scripts in changes what
 * the security policy knows by its hash. Outside of compression, which would obey as well.
 */
export const forbidTransforms: Middleware = async (ctx, next) => {
  await next();
  const told = ctx.response.get('Cache-Control');
  if (told !== '') ctx.set('Cache-Control', `${told}, no-transform`);
};
