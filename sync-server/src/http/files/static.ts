import type { Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { send } from '@koa/send';
import { SIGNED_IN_COOKIE } from '@sunloop/shared-types/limits.ts';
import { isAppPage } from '@sunloop/shared-types/visitors/pages.ts';
import type { Middleware, RequestContext } from '../context.ts';

const ONE_YEAR_SECONDS = 31_536_000;
/** Vite names these files after their content, so a file never changes under its name. */
const HASHED_FILES = /^\/assets\//;
/** What a search engine may show; every other page needs a sign-in or does not exist. */
const PUBLIC_PAGES: ReadonlySet<string> = new Set(['/', '/auth']);
const SIGN_IN = /^\/auth\/?$/;
const HAS_EXTENSION = /\.[a-z0-9]+$/i;

/**
 * Serves the built app: hashed files may be cached forever, everything else (`index.html`, `sw.js`,
 * the manifest) is revalidated each time; in Brotli or gzip as the build made them. Pages of the
 * app get `index.html`; so do unknown ones, with 404.
 */
export function webFiles(root: string): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      await next();
      return;
    }
    ctx.vary('Accept-Encoding');
    const hasFile = HAS_EXTENSION.test(ctx.path) && (await sendFile(ctx, root, ctx.path));
    if (!hasFile && !HAS_EXTENSION.test(ctx.path)) await sendPage(ctx, root);
    if (ctx.status === 200 && ctx.fresh) ctx.status = 304;
  };
}

async function sendPage(ctx: RequestContext, root: string): Promise<void> {
  if (!PUBLIC_PAGES.has(ctx.path)) ctx.set('X-Robots-Tag', 'noindex');
  // The same app, except for what it shows and makes the browser fetch at once.
  const isSignIn = SIGN_IN.test(ctx.path) || (ctx.path === '/' && !isSignedIn(ctx));
  await sendFile(ctx, root, isSignIn ? '/auth.html' : '/index.html');
  if (!isAppPage(ctx.path)) ctx.status = 404;
}

/** As far as the cookie says that scripts may read. Nothing of the person is in these pages. */
function isSignedIn(ctx: RequestContext): boolean {
  return ctx.get('Cookie').includes(`${SIGNED_IN_COOKIE}=1`);
}

async function sendFile(ctx: RequestContext, root: string, file: string): Promise<boolean> {
  const cacheControl = HASHED_FILES.test(file)
    ? `public, max-age=${ONE_YEAR_SECONDS}, immutable`
    : 'no-cache';
  try {
    await send(ctx, file, {
      root,
      setHeaders: (response, sentPath, stats) =>
        setFileHeaders(response, { sentPath, stats, cacheControl }),
    });
    return true;
  } catch (error) {
    if (isClientFault(error)) return false;
    throw error;
  }
}

interface SentFile {
  readonly sentPath: string;
  readonly stats: Stats;
  readonly cacheControl: string;
}

// A tag as well as the date: after a rollback, files are older than what clients have, and dates would mislead.
function setFileHeaders(
  response: ServerResponse,
  { sentPath, stats, cacheControl }: SentFile,
): void {
  const encoding = path.extname(sentPath).slice(1);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader(
    'ETag',
    `W/"${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}-${encoding}"`,
  );
}

// Missing, or not a path at all ('..', NUL): the caller sees no difference.
function isClientFault(error: unknown): boolean {
  return error instanceof Error && 'status' in error && Number(error.status) < 500;
}
