import { HANDOVER_MAX_ROWS } from '@sunloop/shared-types/referrals/courier.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { notLoaded } from '../../api/problems.ts';
import { readSessionOf } from '../../data/device-db.ts';
import { readEntries } from '../../data/find-unsent.ts';
import { decodeEntry } from '../../data/outbox-entry.ts';
import type { EntryOf } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** This device has not yet been given what it seals with. */
export class NoSealingKey extends Error {
  override readonly name = 'NoSealingKey';
}

/** This browser has no X25519, or no cryptography at all outside https. */
export class CannotSeal extends Error {
  override readonly name = 'CannotSeal';
}

/** A file for somebody else to carry. */
export interface HandedOver {
  text: string;
  /** The referrals in it. */
  count: number;
  /** Keys of the entries they wait in. */
  keys: number[];
}

/**
 * Seals new referrals that wait for the server, those that were never handed over first; works offline. They go on
 * waiting here, because nobody knows whether the file arrives. An admin's acts are not in it, nor what was taken for
 * others, nor what was refused and has to be mended first. Throws `NoSealingKey` and `CannotSeal`, and `NotSent` if what
 * seals cannot be loaded.
 */
export async function handOver(db: UserDb): Promise<HandedOver> {
  const { keyId, publicKey, generation, token } = await credentialOf(db);
  const entries = await withReopen(db, () => readEntries(db, 'own'));
  const { rows, keys } = mostOf(
    entries.toSorted((one, other) => (one.handedAt ?? 0) - (other.handedAt ?? 0)),
  );
  const count = rows.length;
  const text = JSON.stringify({ owner: db.userId, generation: Number(generation), token, rows });
  const { sealForServer } = await import('./seal.ts').catch(notLoaded);
  try {
    return { text: await sealForServer({ keyId, publicKey }, { text, count }), count, keys };
  } catch (error) {
    throw new CannotSeal('This browser cannot seal files', { cause: error });
  }
}

/** Whole entries as long as there is room; one has at most half of it. */
function mostOf(entries: readonly EntryOf<'own'>[]): { rows: PushRow[]; keys: number[] } {
  const rows: PushRow[] = [];
  const keys: number[] = [];
  for (const entry of entries) {
    const readable = decodeEntry(entry).entry?.rows ?? [];
    if (readable.length === 0 || rows.length + readable.length > HANDOVER_MAX_ROWS) continue;
    rows.push(...readable);
    keys.push(entry.key);
  }
  return { rows, keys };
}

/** What the server last told this user's device, apart (`CurrentUser.handover`). */
async function credentialOf(db: UserDb) {
  const told = (await readSessionOf(db.userId))?.user.handover;
  const [keyId, publicKey, generation, token] = told?.split('.') ?? [];
  if (!keyId || !publicKey || !generation || !token) throw new NoSealingKey('No key to seal with');
  return { keyId, publicKey, generation, token };
}

/** Notes on the entries when they were handed over; what they hold is not touched. */
export async function noteHandedOver(db: UserDb, { keys }: HandedOver): Promise<void> {
  const handedAt = Date.now();
  await withReopen(db, () =>
    db.transaction('rw', db.outbox, async () => {
      for (const key of keys) await db.outbox.update(key, { handedAt });
    }),
  );
}

/** How many referrals could be handed over. A Dexie read, for a live query. */
export async function countToHandOver(db: UserDb): Promise<number> {
  const entries = await withReopen(db, () => readEntries(db, 'own'));
  return entries.reduce((sum, { rows }) => sum + rows.length, 0);
}
