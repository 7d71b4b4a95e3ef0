import * as v from 'valibot';
import { TOUCHED_BY } from './admin-touches.ts';
import { CALL_NOTE_MAX } from '../limits.ts';
import type { Route } from '../route.ts';
import { ById, Id, storableText, Timestamp } from '../values/text.ts';

/** Somebody who is not to be contacted, found by email (in lower case) or phone; for admins only. */
export const DoNotContact = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  reason: v.string(),
  markedAt: Timestamp,
  /** The admin; null once they are gone. */
  markedBy: v.nullable(v.string()),
});
export type DoNotContact = v.InferOutput<typeof DoNotContact>;

/** Whose email and phone are marked: those of a referral or of a quote request. */
export const DoNotContactMark = v.object({
  of: v.picklist(['referral', 'quote'], "Must be 'referral' or 'quote'"),
  id: Id,
  reason: v.pipe(
    storableText,
    v.trim(),
    v.minLength(1, 'Reason is required'),
    v.maxLength(CALL_NOTE_MAX, `Must be at most ${CALL_NOTE_MAX} characters`),
  ),
});
export type DoNotContactMark = v.InferOutput<typeof DoNotContactMark>;

/** Who is not to be contacted. */
export const doNotContactRoutes = {
  doNotContact: {
    method: 'GET',
    path: '/api/admin/do-not-contact',
    access: 'admin',
    answers: { 200: v.array(DoNotContact) },
  },
  markDoNotContact: {
    method: 'POST',
    path: '/api/admin/do-not-contact',
    access: 'admin',
    touches: TOUCHED_BY.doNotContact,
    body: DoNotContactMark,
    answers: { 201: DoNotContact },
    refusals: [404],
  },
  liftDoNotContact: {
    method: 'DELETE',
    path: '/api/admin/do-not-contact/:id',
    access: 'admin',
    touches: TOUCHED_BY.doNotContact,
    params: ById,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
