import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { adminReferralRoutes as adminTable } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { publicRoutes as table } from '@sunloop/shared-types/visitors/landing-routes.ts';
import type { NewQuote, QuoteReceipt } from '@sunloop/shared-types/visitors/quotes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { countCall, findOrCount, requireCallLeft } from '../../http/bounds/call-limits.ts';
import { countCalls } from '../../http/bounds/rate-limit.ts';
import { requestQueue } from '../../http/bounds/request-queue.ts';
import { clientOf, type RequestContext } from '../../http/context.ts';
import { notFound, rateLimited } from '../../http/errors.ts';
import { findDevice } from '../../http/session/device.ts';
import { findDefaultCountry, findRewardWords } from '../../ground/settings/queries.ts';
import { findToday } from '../../db/query/find-today.ts';
import { callByOf } from './call-by.ts';
import { presentQuote } from './present.ts';
import { findReferrer } from './referrer.ts';
import { requestQuote } from './request.ts';
import { changeQuote, findQuotes } from './service.ts';

/** The public page of a referral link, and the quotes visitors request there. */
export function quoteRoutes(bindings: Bindings): void {
  bindings.bind(table.referrer, async ({ ctx, params }) => {
    const { em } = ctx.state;
    const limit = { name: 'wrongCodes', subjects: { address: clientOf(ctx).place } } as const;
    const referrer = await findOrCount(em, limit, () => findReferrer(em, params.code));
    if (!referrer) throw notFound('Nobody has this referral code');
    const { name: referrerName, hasPicture } = referrer;
    return reply(200, { referrerName, ...(hasPicture && { hasPicture }) });
  });

  bindings.bind(table.requestQuote, async ({ ctx, body }) => {
    return reply(201, await takeQuote(ctx, ctx.state.em, body));
  });

  bindings.bind(adminTable.quotes, async ({ ctx }) => {
    return reply(200, await findQuotes(ctx.state.em));
  });

  bindings.bind(adminTable.changeQuote, async ({ ctx, actor, params, body }) => {
    const quote = await changeQuote(ctx.state.em, actor, { ...params, ...body });
    return reply(200, presentQuote(quote, await findDefaultCountry(ctx.state.em)));
  });
}

/**
 * Quotes for one code at once, and those that may wait; each holds a connection while it waits for the
 * owner's row.
 */
const PER_CODE = { atOnce: 2, queue: 20 };
const BUSY_RETRY_SECONDS = 2;
const ofCode = requestQueue(PER_CODE, () => rateLimited(BUSY_RETRY_SECONDS));

/** Stores a visitor's request. Throws 429 `rate_limited` if too many come from a network or for a code. */
export async function takeQuote(
  ctx: RequestContext,
  em: SqlEntityManager,
  quote: NewQuote,
): Promise<QuoteReceipt> {
  const code = quote.referralCode ?? undefined;
  await countQuote(ctx, em, code);
  const requesting = () => requestQuote(em, quote);
  const id = await (code ? ofCode.run(code, requesting) : requesting());
  const callBy = callByOf(await findToday(em), (await findRewardWords(em)).usual?.contact_made);
  return { id, ...(callBy !== undefined && { callBy }) };
}

/**
 * Counts a quote for its network and, once per network, for its code, so that few strangers cannot use a link up.
 * Whoever signed in on this device before is no stranger.
 */
async function countQuote(
  ctx: RequestContext,
  em: SqlEntityManager,
  code: string | undefined,
): Promise<void> {
  const { place: address } = clientOf(ctx);
  await countCall(em, 'quotes', { address });
  if (!code || findDevice(ctx)) return;
  const key = `quotes:network:${code}:${address}`;
  const isFirst = (await countCalls(em, { key, max: 1, windowMs: HOUR_MS })) === 1;
  if (isFirst) await countCall(em, 'quoteNetworks', { code });
  else await requireCallLeft(em, 'quoteNetworks', { code });
}
