import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import {
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../devices/scripted-device.ts';

const ACT_EVERY_MS = 400;

/** What admins were told of the statuses they set: any of these may be stored. */
export type Statuses = Map<string, Set<ReferralStatus>>;

/** Changes statuses of random referrals, one after another, until it is told to stop. */
export async function workAtDesk(
  call: Caller,
  { ids, statuses, signal }: { ids: () => string[]; statuses: Statuses; signal: AbortSignal },
): Promise<void> {
  const { method, path } = adminReferralRoutes.changeReferralStatus;
  for (; !signal.aborted; await pause(ACT_EVERY_MS)) {
    const known = ids();
    const id = known[Math.floor(Math.random() * known.length)];
    if (id === undefined) continue;
    const status = REFERRAL_STATUSES[Math.floor(Math.random() * REFERRAL_STATUSES.length)];
    if (status === undefined) continue;
    const answer = await call({ method, path: path.replace(':id', id), body: { status } });
    if (answer?.status === 200) statuses.set(id, new Set([status]));
    else statuses.set(id, new Set([...(statuses.get(id) ?? REFERRAL_STATUSES), status]));
  }
}
