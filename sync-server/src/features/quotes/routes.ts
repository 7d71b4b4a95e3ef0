import {
  adminReferralRoutes as adminTable,
  HOUR_MS,
  publicRoutes as table,
  QUOTES_PER_HOUR,
} from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { clientOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import { presentQuote } from './present.ts';
import { findReferrer } from './referrer.ts';
import { requestQuote } from './request.ts';
import { changeQuote, findQuotes } from './service.ts';

/** The public page of a referral link, and the quotes visitors ask for there. */
export function quoteRoutes(bindings: Bindings): void {
  bindings.bind(table.referrer, async ({ ctx, params }) => {
    const referrer = await findReferrer(ctx.state.em, params.code);
    if (!referrer) throw notFound('Nobody has this referral code');
    return reply(200, { referrerName: referrer.name });
  });

  bindings.bind(table.requestQuote, async ({ ctx, body }) => {
    const key = `quote:${clientOf(ctx).place}`;
    await countAgainst(ctx.state.em, { key, max: QUOTES_PER_HOUR, windowMs: HOUR_MS });
    return reply(201, { id: await requestQuote(ctx.state.em, body) });
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
