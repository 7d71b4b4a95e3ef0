import * as v from 'valibot';
import { PUSH_MAX_ROWS } from './limits.ts';
import type { Route } from './route.ts';
import { Id, Timestamp } from './text.ts';

/** Referrals that a device had been told are stored, that the server does not have, and that are sent again. */
export const LostReport = v.object({
  referrals: v.pipe(
    v.array(v.object({ id: Id, createdAt: Timestamp }), 'Must be a list of referrals'),
    v.minLength(1, 'Must contain at least one referral'),
    v.maxLength(PUSH_MAX_ROWS, `Must contain at most ${PUSH_MAX_ROWS} referrals`),
  ),
});
export type LostReport = v.InferOutput<typeof LostReport>;

/** What devices had lost by one restore of the server, as far as they have reported it. */
export const LostReferrals = v.object({
  /** The server may have lost what it stored from then until then. */
  from: Timestamp,
  to: Timestamp,
  total: v.number(),
  devices: v.number(),
  /** How many of the total are stored again, or have been deleted since. */
  back: v.number(),
  /** Whose are not, with how many. */
  missing: v.array(v.object({ userId: Id, username: v.string(), count: v.number() })),
  lastReportedAt: Timestamp,
});
export type LostReferrals = v.InferOutput<typeof LostReferrals>;

/** What a restored server learns from devices (API.md, Sync): apart, because hardly a device ever needs it. */
export const lostReferralRoutes = {
  reportLost: {
    method: 'POST',
    path: '/api/sync/lost',
    access: 'session',
    body: LostReport,
    answers: { 204: v.undefined() },
  },
  lostReferrals: {
    method: 'GET',
    path: '/api/admin/lost-referrals',
    access: 'admin',
    answers: { 200: v.array(LostReferrals) },
  },
} as const satisfies Record<string, Route>;
