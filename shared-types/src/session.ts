import * as v from 'valibot';
import { Id, Timestamp } from './text.ts';

/** A way into an account that is open now; its id names it and opens nothing. */
export const UserSession = v.object({
  id: Id,
  /** The browser in plain words, of the last use that was noted. */
  device: v.string(),
  /** The network it was used from, as `203.0.113.0/24` or `2001:db8:0:1::/64`; null where nobody knows. */
  place: v.nullable(v.string()),
  startedAt: v.nullable(Timestamp),
  /** Noted once an hour. */
  lastUsedAt: v.nullable(Timestamp),
  expiresAt: Timestamp,
  /** Whether the one who asks is signed in by it. */
  isCurrent: v.boolean(),
});
export type UserSession = v.InferOutput<typeof UserSession>;

/** `keep=this` leaves the session that asks. */
export const EndSessionsQuery = v.object({ keep: v.optional(v.literal('this')) });
