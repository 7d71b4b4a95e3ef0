import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import { claimedDate } from '../claimed-date.ts';

/** When a call ended, and the day to call again if there is one, such as `2026-11-27`. */
export interface CallDays {
  readonly calledAt: Date;
  readonly dueOn: string | null;
}

const ZONE = /(?:z|[+-]\d\d(?::?\d\d)?)$/i;

/** The milliseconds by which the clocks where a time was claimed are before those of UTC. */
const offsetOf = (time: string) => Date.parse(time.replace(ZONE, 'Z')) - Date.parse(time);

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Days are counted where the call was made, because the server's may be another one; `now` if that time is not believable. */
export function callDays(
  { outcome, callBackOn, calledAt: claim }: CallAct,
  now = new Date(),
): CallDays {
  const calledAt = claimedDate(claim, now);
  if (outcome !== 'no_answer') return { calledAt, dueOn: callBackOn };
  return { calledAt, dueOn: dayOf(calledAt.getTime() + offsetOf(claim) + DAY_MS) };
}
