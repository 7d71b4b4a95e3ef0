import { SHARE_TARGET_PATH, SHARED_PAGE } from '@sunloop/shared-types/visitors/pages.ts';
import type { Middleware } from '../context.ts';

/**
 * Leads what a share sheet posts to the app, which says that it did not arrive: the worker takes it, and there is none.
 * Nobody may be signed in, so that nothing of it is read or kept here.
 */
export const sharedWithoutWorker: Middleware = (ctx, next) => {
  if (ctx.path !== SHARE_TARGET_PATH) return next();
  ctx.redirect(SHARED_PAGE);
  // The page is fetched with GET, so that a reload does not post again.
  ctx.status = 303;
  ctx.set('Cache-Control', 'no-store');
  return Promise.resolve();
};
