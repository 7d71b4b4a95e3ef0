import type { PushRow } from '@sunloop/shared-types';
import { ENTRY_VERSION } from '../../src/data/outbox-entry.ts';
import { REFERRALS_PATH } from '../../src/sync/read/referral-versions.ts';
import { rawRows } from './raw-storage.ts';

/** Rows of this build that wait and can be read. */
export function rawWaiting(userId: string): PushRow[] {
  const entries = rawRows(userId, 'outbox').filter(({ v }) => v === ENTRY_VERSION);
  return entries.flatMap(({ rows }) => rows.filter(({ name }) => typeof name === 'string'));
}

/** Whether the list was ever fetched, because only its cursor tells a server what this device has seen; after a sign-out, the device has forgotten what it showed. */
export const hasList = (userId: string) =>
  rawRows(userId, 'resources').some(({ path, cursor }) => path === REFERRALS_PATH && cursor);
