import * as v from 'valibot';
import { NewQuote, QuoteReceipt, Referrer } from './quotes.ts';
import { readReferralCode } from '../referrals/referral-code.ts';
import type { Route } from '../route.ts';

const ByCode = v.object({ code: v.pipe(v.string(), v.transform(readReferralCode)) });

/** What anybody may call (API.md, Public). */
export const publicRoutes = {
  referrer: {
    method: 'GET',
    path: '/api/refer/:code',
    access: 'public',
    params: ByCode,
    answers: { 200: Referrer },
  },
  requestQuote: {
    method: 'POST',
    path: '/api/quotes',
    access: 'public',
    body: NewQuote,
    answers: { 201: QuoteReceipt },
    refusals: [409],
  },
} as const satisfies Record<string, Route>;
