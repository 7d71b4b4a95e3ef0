import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { CallAct, CallOutcome } from '@sunloop/shared-types/referrals/calls.ts';
import { randomUUID } from 'node:crypto';

/** A day in UTC so many days after today. */
export const dayAfter = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A call to a referral that has just ended; a `call_back` is due in five days. */
export function aCall(
  id: string,
  outcome: CallOutcome,
  fields: Partial<Omit<CallAct, 'act' | 'id' | 'outcome'>> = {},
): CallAct {
  return {
    act: 'call',
    id,
    key: randomUUID(),
    outcome,
    callBackOn: outcome === 'call_back' ? dayAfter(5) : null,
    note: '',
    isShared: false,
    calledAt: new Date().toISOString(),
    ...fields,
  };
}
