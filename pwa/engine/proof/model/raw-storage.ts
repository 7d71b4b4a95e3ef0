import type { Dexie } from 'dexie';
import { deviceDb, type DeviceSession } from '../../src/data/device-db.ts';
import type { ErasedNote } from '../../src/data/erased-note.ts';
import type { OutboxEntry } from '../../src/data/outbox-kinds.ts';
import type { RejectedRow, SyncState } from '../../src/data/user-db.ts';
import type { ConflictRow, LogLine, ResourceRow, UploadRow } from '../../src/data/user-db.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';

/** The internals of fake-indexeddb that are read here, which is cheap and disturbs nothing. */
interface RawTransaction {
  db: unknown;
  mode: string;
  _state: string;
  _abort(name: string): void;
}
interface RawDatabase {
  version: number;
  transactions: RawTransaction[];
  connections: { dispatchEvent(event: unknown): void }[];
  rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }>;
}

const databases = () =>
  (indexedDB as unknown as { _databases: Map<string, RawDatabase> })._databases;

interface Stores {
  outbox: OutboxEntry;
  rejected: RejectedRow;
  referrals: Referral;
  arrived: { rows: Referral[] };
  conflicts: ConflictRow;
  resources: ResourceRow;
  sync: SyncState;
  log: LogLine;
  uploads: UploadRow;
}

export function rawRows<Name extends keyof Stores>(userId: string, name: Name): Stores[Name][] {
  return rawStore(`referrals-${userId}`, name) as Stores[Name][];
}

/** The person's referrals, in whichever table. */
export function rawReferrals(userId: string): Referral[] {
  const arrived = rawRows(userId, 'arrived').flatMap(({ rows }) => rows);
  return [...rawRows(userId, 'referrals'), ...arrived];
}

/** Whether this device has forgotten somebody who was erased. */
export function isErasedNoted(): boolean {
  return rawStore(deviceDb.name, 'device').some((row) => (row as ErasedNote).key === 'erased');
}

/** By its key, because the table also holds the note about somebody who was erased. */
export function rawSession(): DeviceSession | undefined {
  const rows = rawStore(deviceDb.name, 'device') as (DeviceSession | ErasedNote)[];
  return rows.find((row) => row.key === 'session');
}

function rawStore(database: string, store: string): unknown[] {
  const records = databases().get(database)?.rawObjectStores.get(store)?.records.values() ?? [];
  return [...records].map(({ value }) => value);
}

/** Whether something is being written, because what is stored at that moment may be rolled back. */
export function isWriting(): boolean {
  const isLive = ({ mode, _state }: RawTransaction) => mode !== 'readonly' && _state !== 'finished';
  return [...databases().values()].some(({ transactions }) => transactions.some(isLive));
}

/** What a browser does with the open transactions of a tab that is killed. */
export function abortTransactions(db: Dexie): void {
  const connection: unknown = db.isOpen() ? db.backendDB() : undefined;
  for (const transaction of databases().get(db.name)?.transactions ?? []) {
    const isOurs = transaction.db === connection && transaction._state !== 'finished';
    if (isOurs) transaction._abort('AbortError');
  }
}

export function removeDatabase(name: string): void {
  databases().delete(name);
}

/** Another build asks all open connections to close for its upgrade, which changes nothing we read. */
export async function upgradeDatabase(userId: string): Promise<void> {
  const name = `referrals-${userId}`;
  const raw = databases().get(name);
  // One that is just being created has no version yet, and nothing to upgrade.
  if (!raw || raw.version === 0) return;
  const { version } = raw;
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, version + 1);
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
    request.addEventListener('error', () => reject(new Error('The upgrade failed')));
  });
  raw.version = version;
}
