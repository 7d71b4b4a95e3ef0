import * as v from 'valibot';
import { DoNotContactMark } from './do-not-contact.ts';
import { TOUCHED_BY } from './admin-touches.ts';
import type { Route } from '../route.ts';

/** Who is forgotten: the person of a referral or of a quote request. */
export const ForgottenPerson = v.pick(DoNotContactMark, ['of', 'id']);
export type ForgottenPerson = v.InferOutput<typeof ForgottenPerson>;

/** An admin's own way to forget a friend. */
export const forgetPersonRoutes = {
  /** Empties what names the person in everybody's referrals and quote requests; cannot be undone. */
  forgetPerson: {
    method: 'POST',
    path: '/api/admin/forget',
    access: 'admin',
    touches: TOUCHED_BY.person,
    body: ForgottenPerson,
    answers: { 204: v.undefined() },
    refusals: [404],
  },
} as const satisfies Record<string, Route>;
