import * as v from 'valibot';
import { Id, Timestamp } from '../values/text.ts';

/** A current session of an account; its id identifies it and gives no access. */
export const UserSession = v.object({
  id: Id,
  /** The browser of the last recorded use, in plain words. */
  device: v.string(),
  /** The network it was used from, as `203.0.113.0/24` or `2001:db8:0:1::/64`; null if unknown. */
  place: v.nullable(v.string()),
  startedAt: v.nullable(Timestamp),
  /** Recorded at most once an hour. */
  lastUsedAt: v.nullable(Timestamp),
  expiresAt: Timestamp,
  /** Whether this is the session of the call itself. */
  isCurrent: v.boolean(),
});
export type UserSession = v.InferOutput<typeof UserSession>;

/** `keep=this` leaves the calling session. */
export const EndSessionsQuery = v.object({ keep: v.optional(v.literal('this')) });
