import * as v from 'valibot';
import type { Route } from '../route.ts';
import { ById } from '../values/text.ts';

/** Apart from the other calls of a customer, because the app loads it with the details of a referral. */
export const forgetFriendRoutes = {
  /** Empties name, email, phone and address of the person in all rows of the caller's; cannot be undone. */
  forgetFriend: {
    method: 'POST',
    path: '/api/referrals/:id/forget',
    access: 'session',
    params: ById,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
