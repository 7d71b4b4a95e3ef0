import { adminReferralRoutes as adminTable, publicRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findOrCount } from '../../http/bounds/call-limits.ts';
import { clientOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { findDefaultCountry } from '../settings/queries.ts';
import { presentQuote } from './present.ts';
import { findReferrer } from './referrer.ts';
import { changeQuote, findQuotes } from './service.ts';
import { takeQuote } from './take.ts';

/** The public page of a referral link, and the quotes visitors request there. */
export function quoteRoutes(bindings: Bindings): void {
  bindings.bind(table.referrer, async ({ ctx, params }) => {
    const { em } = ctx.state;
    const limit = { name: 'wrongCodes', subjects: { address: clientOf(ctx).place } } as const;
    const referrer = await findOrCount(em, limit, () => findReferrer(em, params.code));
    if (!referrer) throw notFound('Nobody has this referral code');
    return reply(200, { referrerName: referrer.name });
  });

  bindings.bind(table.requestQuote, async ({ ctx, body }) => {
    return reply(201, { id: await takeQuote(ctx, ctx.state.em, body) });
  });

  bindings.bind(adminTable.quotes, async ({ ctx }) => {
    return reply(200, await findQuotes(ctx.state.em));
  });

  bindings.bind(adminTable.changeQuote, async ({ ctx, actor, params, body }) => {
    const quote = await changeQuote(ctx.state.em, actor, { ...params, ...body });
    return reply(200, presentQuote(quote, await findDefaultCountry(ctx.state.em)));
  });
}
