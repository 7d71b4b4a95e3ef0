import * as v from 'valibot';
import { AdminReferralDetail } from './admin-referral-detail.ts';
import { TOUCHED_BY } from './admin-touches.ts';
import type { Route } from '../route.ts';
import { ById } from '../values/text.ts';
import { User } from '../ground/user.ts';

/** Who may take referrals for others, and referrals of which a customer says that they are not theirs. */
export const adminOnBehalfRoutes = {
  changeMayTake: {
    method: 'PUT',
    path: '/api/admin/users/:id/may-take',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.user,
    params: ById,
    body: v.object({ mayTake: v.boolean('Must be true or false') }),
    answers: { 200: User },
  },
  /** The customer's after all: it may be completed again. To take it away, it is deleted like any other. */
  keepTaken: {
    method: 'POST',
    path: '/api/admin/referrals/:id/taken',
    access: 'admin',
    touches: TOUCHED_BY.referral,
    params: ById,
    answers: { 200: AdminReferralDetail },
  },
} as const satisfies Record<string, Route>;
