import * as v from 'valibot';
import type { Route } from '../route.ts';
import { ById, Id, Timestamp } from '../values/text.ts';

/** What an admin noted about a call for the referrer to read. */
export const SharedNote = v.object({ id: Id, note: v.string(), calledAt: Timestamp });
export type SharedNote = v.InferOutput<typeof SharedNote>;

/** Apart from the other calls of a customer, because the app loads it with the details of a referral. */
export const sharedNoteRoutes = {
  sharedNotes: {
    method: 'GET',
    path: '/api/referrals/:id/notes',
    access: 'session',
    params: ById,
    answers: { 200: v.array(SharedNote) },
  },
} as const satisfies Record<string, Route>;
