import { type TakenList, takenRoutes } from '@sunloop/shared-types/referrals/on-behalf.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { isOf } from '../../src/data/outbox-kinds.ts';
import { REFERRALS_PATH } from '../../src/sync/read/referral-versions.ts';
import { rawRows } from './raw-storage.ts';

/** Rows of this build that wait and can be read. */
export function rawWaiting(userId: string): PushRow[] {
  const entries = rawRows(userId, 'outbox').filter((entry) => isOf(entry, 'own', 'onBehalf'));
  return entries.flatMap(({ rows }) => rows.filter(({ name }) => typeof name === 'string'));
}

/** Whether the list was ever fetched, because only its cursor tells a server what this device has seen; after a sign-out, the device has forgotten what it showed. */
export const hasList = (userId: string) =>
  rawRows(userId, 'resources').some(({ path, cursor }) => path === REFERRALS_PATH && cursor);

/** What the device shows as taken for others; undefined while it keeps no list of it. */
export function rawTaken(userId: string): TakenList | undefined {
  const { path } = takenRoutes.ownTaken;
  return rawRows(userId, 'resources').find((row) => row.path === path)?.data as
    TakenList | undefined;
}
