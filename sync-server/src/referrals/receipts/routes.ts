import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import {
  RECEIPT_KEYS_PATH,
  receiptRoutes as table,
  RECEIPTS_PAGE,
} from '@sunloop/shared-types/referrals/receipts.ts';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../../db/orm.ts';
import { findOrCount } from '../../http/bounds/call-limits.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { clientOf, type Middleware, type RequestContext } from '../../http/context.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { drawTextPage } from '../../visitors/landing/page.ts';
import { AWAY, ASK, knownPage, NO_RECEIPT, type Page, UNKNOWN, verifiedPage } from './pages.ts';
import { readReceiptCode } from './read-code.ts';
import { findReceipt, findReceiptKeys, giveReceipts, verifyReceipt } from './service.ts';

/** Receipts of one's own referrals; for admins, of anybody's. */
export function receiptRoutes(bindings: Bindings): void {
  bindings.bind(table.receipts, async ({ ctx, actor, body: { ids } }) => {
    return reply(200, await giveReceipts(ctx.state.em, actor, ids));
  });
}

interface Deps {
  readonly orm: Orm;
  /** Folder of the built app. */
  readonly webRoot?: string | undefined;
}

const PATH = new RegExp(`^${RECEIPTS_PAGE}(?:/([^/]*))?/?$`);

/** What stands behind `/receipts/`, '' if that is nothing; undefined if the path is none of a receipt. */
export function readReceiptPath(url: string): string | undefined {
  const match = PATH.exec(url);
  return match ? (match[1] ?? '') : undefined;
}

/**
 * Answers `/receipts` (a form for a code and one for a whole receipt, which POST verifies), `/receipts/CODE` and the public
 * keys, without a sign-in. The pages need no script and name nobody; one network is told 60 times an hour that there is none.
 */
export function receiptPage(deps: Deps): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && ctx.path === RECEIPT_KEYS_PATH) return answerKeys(ctx, deps);
    const given = readReceiptPath(ctx.path);
    if (given === undefined || !(isRead || ctx.method === 'POST')) return next();
    const { status, title, text } = await find(ctx, deps, isRead ? given : undefined);
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'same-origin');
    ctx.set('X-Robots-Tag', 'noindex');
    ctx.body = await drawTextPage(deps.webRoot, { title, text });
    ctx.status = status;
  };
}

async function answerKeys(ctx: RequestContext, { orm }: Deps): Promise<void> {
  ctx.set('Cache-Control', 'no-cache');
  try {
    ctx.body = { keys: await findReceiptKeys(orm.em.fork()) };
  } catch (error) {
    ctx.status = refusalOf(ctx, error).status;
  }
}

/** The page for what is behind the path, or in the form if that is undefined. */
async function find(ctx: RequestContext, { orm }: Deps, given: string | undefined): Promise<Page> {
  try {
    const em = orm.em.fork();
    return given === undefined ? await judgeForm(ctx, em) : await findByCode(ctx, em, given);
  } catch (error) {
    const { status, headers, message } = refusalOf(ctx, error);
    ctx.set(headers);
    return { ...AWAY, status, ...(status === 429 && { text: `<p>${message}</p>` }) };
  }
}

async function findByCode(ctx: RequestContext, em: SqlEntityManager, given: string): Promise<Page> {
  const typed = new URLSearchParams(ctx.querystring).get('code') ?? '';
  const code = readReceiptCode(given || typed);
  if (code === '') return ASK;
  const found = await findOrCount(em, wrongCodesOf(ctx), () => findReceipt(em, code));
  return found ? knownPage(found) : UNKNOWN;
}

async function judgeForm(ctx: RequestContext, em: SqlEntityManager): Promise<Page> {
  const bytes = await ctx.state.readBody(ctx, BODY_LIMIT_BYTES);
  const text = new URLSearchParams(bytes.toString('utf8')).get('receipt') ?? '';
  const found = await findOrCount(em, wrongCodesOf(ctx), () => verifyReceipt(em, text));
  return found ? verifiedPage(found) : NO_RECEIPT;
}

const wrongCodesOf = (ctx: RequestContext) =>
  ({ name: 'wrongCodes', subjects: { address: clientOf(ctx).place } }) as const;
