import * as v from 'valibot';
import { Id, Timestamp } from './text.ts';

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
