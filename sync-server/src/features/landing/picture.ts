import { readReferralCode } from '@sunloop/shared-types';
import { findOrCount } from '../../http/bounds/call-limits.ts';
import { answerTagged } from '../../http/calls/etag.ts';
import { clientOf, type Middleware } from '../../http/context.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { findOpenPicture } from '../quotes/referrer.ts';
import type { LandingDeps } from './routes.ts';

const PICTURE = /^\/pictures\/([^/]+)$/;
const DATA_URL = /^data:(image\/\w+);base64,(.+)$/s;

/** Where visitors of a link see its owner's picture. */
export const picturePath = (code: string) => `/pictures/${code}`;

/**
 * Answers `/pictures/{code}` with the picture its owner shows, else 404. A browser may keep it but asks each time, so
 * that it is gone once its owner hides it.
 */
export function openPicture({ orm }: Pick<LandingDeps, 'orm'>): Middleware {
  return async (ctx, next) => {
    const [, code] = PICTURE.exec(ctx.path) ?? [];
    if (code === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    ctx.set('X-Robots-Tag', 'noindex');
    try {
      const em = orm.em.fork();
      const limit = { name: 'wrongCodes', subjects: { address: clientOf(ctx).place } } as const;
      const find = () => findOpenPicture(em, readReferralCode(code));
      const [, type, base64] = DATA_URL.exec((await findOrCount(em, limit, find)) ?? '') ?? [];
      if (type === undefined || base64 === undefined) return void (ctx.status = 404);
      ctx.type = type;
      answerTagged(ctx, Buffer.from(base64, 'base64'));
    } catch (error) {
      const { status, headers } = refusalOf(ctx, error);
      ctx.status = status;
      ctx.set(headers);
    }
  };
}
