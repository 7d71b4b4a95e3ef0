import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from './context.ts';

/**
 * Reads a cookie that Koa signed: `undefined` where it is absent or forged. Koa's own reading builds a key for each
 * look and compares by two more hashes, a tenth of a small call; it is left what an older key may have signed.
 */
export function signedCookieReader(name: string, [newest = '']: readonly string[]) {
  const key = createSecretKey(Buffer.from(newest));
  const sign = (text: string) => createHmac('sha1', key).update(text).digest();
  return (ctx: RequestContext): string | undefined => {
    const value = ctx.cookies.get(name, { signed: false });
    if (value === undefined) return undefined;
    const given = Buffer.from(ctx.cookies.get(`${name}.sig`, { signed: false }) ?? '', 'base64url');
    const wanted = sign(`${name}=${value}`);
    const isNewest = given.length === wanted.length && timingSafeEqual(given, wanted);
    return isNewest ? value : ctx.cookies.get(name, { signed: true });
  };
}
