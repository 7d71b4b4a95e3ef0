import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type * as v from 'valibot';
import { readSessionOf } from '../../data/device-db.ts';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import type { Follow } from '../../lib/follow.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { parseStored } from './fetch-json.ts';
import { followHeld, type Read } from './follow-held.ts';
import { refresh } from './refresh.ts';
import { JSON_ROUTES, type JsonName, pathOf } from './resource-table.ts';

type JsonData = {
  [Name in JsonName]: v.InferOutput<(typeof JSON_ROUTES)[Name]['answers'][200]>;
};

export type ResourceData = { user: User; referrals: Referral[] } & JsonData;
export type ResourceName = keyof ResourceData;

/**
 * What the device holds of a resource and since when (epoch milliseconds); `data` is undefined if asking failed. If
 * `triedAt` is later than `fetchedAt`, the last try failed.
 */
export type StoredResource<Data> =
  | { data: Data; fetchedAt: number; triedAt?: number | undefined }
  | { data: undefined; fetchedAt: 0; triedAt: number };

/** A Dexie read, for a live query; undefined until there was a first answer. */
export async function readResource<Name extends ResourceName>(
  db: UserDb,
  name: Name,
): Promise<StoredResource<ResourceData[Name]> | undefined> {
  // TypeScript cannot follow the name to its type.
  type Answer = Promise<StoredResource<ResourceData[Name]> | undefined>;
  if (name === 'user') return readUser(db) as Answer;
  if (name === 'referrals') return readReferrals(db) as Answer;
  return readJson(db, name) as Answer;
}

/** A resource, live. */
export function followResource<Name extends JsonName>(
  db: UserDb,
  name: Name,
): Follow<Read<StoredResource<ResourceData[Name]> | undefined>> {
  return followHeld(db, pathOf(name), () => readResource(db, name));
}

async function readUser(db: UserDb): Promise<StoredResource<User> | undefined> {
  const session = await readSessionOf(db.userId);
  return session && { data: session.user, fetchedAt: session.fetchedAt };
}

async function readReferrals(db: UserDb): Promise<StoredResource<Referral[]> | undefined> {
  const [row, all] = await withReopen(db, () =>
    Promise.all([db.resources.get(pathOf('referrals')), readOwnReferrals(db)]),
  );
  const data = all.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return heldOf(row, row && row.fetchedAt > 0 ? { data } : undefined);
}

async function readJson(db: UserDb, name: JsonName): Promise<StoredResource<unknown> | undefined> {
  const row = await withReopen(db, () => db.resources.get(pathOf(name)));
  return heldOf(row, parseStored(JSON_ROUTES[name], row));
}

/** What the device holds according to a stored row; `held` is what could be read of it. */
export function heldOf<Data>(
  row: ResourceRow | undefined,
  held: { data: Data } | undefined,
): StoredResource<Data> | undefined {
  if (!row) return undefined;
  const { fetchedAt, triedAt } = row;
  if (held) return { ...held, fetchedAt, triedAt };
  return triedAt === undefined ? undefined : { data: undefined, fetchedAt: 0, triedAt };
}

/** Asks the server again because the person wants it; the result is in Dexie. */
export async function refreshNow(
  db: UserDb,
  name: ResourceName,
  deps: SyncDeps = realDeps,
): Promise<void> {
  if (name === 'user') await checkUser(db, deps);
  else await refresh(db, name, deps);
}
