import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS, type NewQuote } from '@sunloop/shared-types';
import { countCall, requireCallLeft } from '../../http/bounds/call-limits.ts';
import { countCalls } from '../../http/bounds/rate-limit.ts';
import { requestQueue } from '../../http/bounds/request-queue.ts';
import { clientOf, type RequestContext } from '../../http/context.ts';
import { rateLimited } from '../../http/errors.ts';
import { findDevice } from '../../http/session/device.ts';
import { requestQuote } from './request.ts';

/**
 * Quotes for one code at once, and those that may wait; each holds a connection while it waits for the
 * owner's row.
 */
const PER_CODE = { atOnce: 2, queue: 20 };
const BUSY_RETRY_SECONDS = 2;
const ofCode = requestQueue(PER_CODE, () => rateLimited(BUSY_RETRY_SECONDS));

/** Stores a visitor's request; returns its id. Throws 429 `rate_limited` if too many come from a network or for a code. */
export async function takeQuote(
  ctx: RequestContext,
  em: SqlEntityManager,
  quote: NewQuote,
): Promise<string> {
  const code = quote.referralCode ?? undefined;
  await countQuote(ctx, em, code);
  const requesting = () => requestQuote(em, quote);
  return code ? ofCode.run(code, requesting) : requesting();
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
