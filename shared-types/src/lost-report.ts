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

/** What a restored server learns from devices (API.md, Sync): apart, because hardly a device ever needs it. */
export const lostReportRoutes = {
  reportLost: {
    method: 'POST',
    path: '/api/sync/lost',
    access: 'session',
    body: LostReport,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
