import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { AdminReferral, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import type { UserDb } from '../data/user-db.ts';
import { openUserDb } from '../data/user-db.ts';
import { patchSyncState } from '../data/sync-state.ts';
import type { NewReferralInput } from '../sync/outbox/enqueue.ts';

const LONG_AGO = '2026-01-02T03:04:05.000Z';

export function aUser(overrides: Partial<CurrentUser> = {}): CurrentUser {
  const id = overrides.id ?? uuidv7();
  return {
    id,
    username: 'Sunny Solis',
    email: `${id}@example.com`,
    phone: null,
    address: null,
    avatar: null,
    role: 'customer',
    isActive: 'true',
    referralCode: 'ABCD1234',
    createdAt: LONG_AGO,
    ...overrides,
  };
}

export function aReferral(overrides: Partial<Referral> = {}): Referral {
  const id = overrides.id ?? uuidv7();
  return {
    id,
    userId: uuidv7(),
    ...referralContent({ name: 'Fay Friend', email: `${id}@example.com`, phone: '555 0100' }),
    date: LONG_AGO,
    status: 'submitted',
    reward: '$100',
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    ...overrides,
  };
}

/** The same as admins see it. */
export function anAdminReferral(overrides: Partial<AdminReferral> = {}): AdminReferral {
  const referrer = { referrerName: 'Rea Referrer', referrerEmail: 'rea@example.com' };
  return { ...aReferral(overrides), ...referrer, ...overrides };
}

/** A call to a referral that has just ended; one to be called back is due in a week. */
export function aCall(id: string, overrides: Partial<Omit<CallAct, 'act' | 'id'>> = {}): CallAct {
  const nextWeek = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return {
    act: 'call',
    id,
    key: uuidv7(),
    outcome: 'reached',
    callBackOn: overrides.outcome === 'call_back' ? nextWeek : null,
    note: '',
    isShared: false,
    calledAt: new Date().toISOString(),
    ...overrides,
  };
}

/** A referral as submitted by a form. */
export function aNewReferral(overrides: Partial<NewReferralInput> = {}): NewReferralInput {
  return { name: 'Fay Friend', email: `${uuidv7()}@example.com`, phone: '555 0100', ...overrides };
}

/** The database of a user who, as far as sending is concerned, is signed in. */
export async function anOpenDb(userId: string = uuidv7()): Promise<UserDb> {
  const db = openUserDb(userId);
  await patchSyncState(db, { isOpen: true });
  return db;
}
