import * as v from 'valibot';
import { Id, Timestamp } from '../values/text.ts';

/** Referrals that the server had lost and that devices sent again, to one run of its database (decision 49). */
export const LostReferrals = v.object({
  total: v.number(),
  devices: v.number(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  /** Whose they are, with how many. */
  people: v.array(v.object({ userId: Id, username: v.string(), count: v.number() })),
});
export type LostReferrals = v.InferOutput<typeof LostReferrals>;
