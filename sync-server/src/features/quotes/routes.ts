import { adminReferralRoutes as adminTable, publicRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import { clientOf } from '../../http/context.ts';
import { notFound, rateLimited } from '../../http/errors.ts';
import { requestQueue } from '../../http/bounds/request-queue.ts';
import { normalizeReferralCode } from '../users/referral-code.ts';
import { presentQuote } from './present.ts';
import { findReferrer } from './referrer.ts';
import { requestQuote } from './request.ts';
import { changeQuote, findQuotes } from './service.ts';

/**
 * Quotes for one code at once, and those that may wait; each holds a connection while it waits for the
 * owner's row.
 */
const PER_CODE = { atOnce: 2, queue: 20 };
const BUSY_RETRY_SECONDS = 2;
const ofCode = requestQueue(PER_CODE, () => rateLimited(BUSY_RETRY_SECONDS));

/** The public page of a referral link, and the quotes visitors request there. */
export function quoteRoutes(bindings: Bindings): void {
  bindings.bind(table.referrer, async ({ ctx, params }) => {
    const referrer = await findReferrer(ctx.state.em, params.code);
    if (!referrer) throw notFound('Nobody has this referral code');
    return reply(200, { referrerName: referrer.name });
  });

  bindings.bind(table.requestQuote, async ({ ctx, body }) => {
    const { em } = ctx.state;
    const code = body.referralCode ? normalizeReferralCode(body.referralCode) : undefined;
    await countCall(em, 'quotes', { address: clientOf(ctx).place, ...(code && { code }) });
    const requesting = () => requestQuote(em, body);
    return reply(201, { id: await (code ? ofCode.run(code, requesting) : requesting()) });
  });

  bindings.bind(adminTable.quotes, async ({ ctx }) => {
    const quotes = await findQuotes(ctx.state.em);
    return reply(200, quotes.map(presentQuote));
  });

  bindings.bind(adminTable.changeQuote, async ({ ctx, actor, params, body }) => {
    const quote = await changeQuote(ctx.state.em, actor, { ...params, ...body });
    return reply(200, presentQuote(quote));
  });
}
