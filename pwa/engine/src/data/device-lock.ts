import { DAY_MS, HOUR_MS, OFFLINE_LOCK_DAYS } from '@sunloop/shared-types/limits.ts';
import { type Absence, passTime } from '../lib/absence.ts';
import { type ActiveSession, changeSession, type DeviceSession } from './device-db.ts';
import type { BlockReason } from './user-db.ts';

/**
 * Why the device shows nothing of what it holds: the account is inactive, or the server has not answered for too long.
 */
export type DeviceLock = 'inactive' | 'away';

/** Why the device hides what it holds from the person; null if it does not. */
export function lockOf(session: DeviceSession | undefined, now: number): DeviceLock | null {
  if (session?.state !== 'active') return null;
  if (session.isInactive === true) return 'inactive';
  const { countedMs } = passTime(absenceOf(session), now);
  return countedMs >= lockDaysOf(session) * DAY_MS ? 'away' : null;
}

/** The lock begins after this many days without an answer from the server. */
function lockDaysOf({ user }: ActiveSession): number {
  return user.offlineLockDays ?? OFFLINE_LOCK_DAYS;
}

/** Nothing is counted yet right after an answer from the server or in an older build's session. */
function absenceOf({ absence, fetchedAt }: ActiveSession): Absence {
  return absence ?? { countedMs: 0, seenAt: fetchedAt, backMs: 0 };
}

/** Counts the time since the server last answered about this user; less than an hour is not written. */
export function countTime(userId: string, now: number): Promise<void> {
  return changeSession(userId, (session) => {
    const absence = absenceOf(session);
    const stepMs = now - absence.seenAt;
    return stepMs >= 0 && stepMs < HOUR_MS ? {} : { absence: passTime(absence, now) };
  });
}

/** Remembers that the server called the account inactive, until it confirms it; other blocks do not matter here. */
export function noteActivity(userId: string, blocked: BlockReason | null): Promise<void> {
  return changeSession(userId, ({ isInactive = false }) => {
    const isSo = blocked === 'inactive' || (isInactive && blocked !== null);
    return isSo === isInactive ? {} : { isInactive: isSo };
  });
}
