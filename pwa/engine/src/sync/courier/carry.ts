import {
  HANDOVER_BODY_LIMIT_BYTES,
  SealedHeader,
} from '@sunloop/shared-types/referrals/courier.ts';
import { readJosePart } from '@sunloop/shared-types/referrals/jose-part.ts';
import { v5 as uuidv5 } from 'uuid';
import * as v from 'valibot';
import { SEALED_HEAD_1 } from '../../data/own-file.ts';
import { readEntries } from '../../data/find-unsent.ts';
import { toEntries } from '../../data/outbox-entry.ts';
import type { SealedRow } from '../../data/outbox-kinds.ts';
import type { LogLine, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { putEntries, saveWhole } from '../outbox/enqueue.ts';
import { REFUSED_PREFIX } from './refusals.ts';

/** Ids of carried files are derived in it, so that the same file is carried once. */
const NAMESPACE = '0f0e5f7e-6c55-4a43-9f3a-9a8a4f0c9b21';

/** Why a file cannot be carried at all. */
export type Uncarried = 'tampered' | 'too_large';

/** How many referrals a sealed file says it holds, or why it cannot be carried; only the server can tell more. */
export function lookAt(sealed: string): number | Uncarried {
  const count = sealed.startsWith(SEALED_HEAD_1) ? lookAtFormat1(sealed) : countIn(sealed);
  if (count === undefined) return 'tampered';
  // The quotes and the name around it are a few bytes.
  return sealed.length > HANDOVER_BODY_LIMIT_BYTES - 100 ? 'too_large' : count;
}

/** Header, no key of its own, nonce, text and tag of a compact JWE. */
const JWE = /^([\w-]+)\.\.[\w-]+\.[\w-]+\.[\w-]+$/;

function countIn(sealed: string): number | undefined {
  const [, header = ''] = JWE.exec(sealed) ?? [];
  const read = v.safeParse(SealedHeader, readJosePart(header));
  return read.success ? read.output.rows : undefined;
}

/** Of files that were sealed before 0.1.0: version 0.1 still carries them, 0.2.0 no longer does (`open-sealed-1.ts`). */
function lookAtFormat1(sealed: string): number | undefined {
  const [, count] = /^[\w-]+\.[\w-]+\.([1-9]\d{0,4})\.[\w-]+\.[\w-]+$/.exec(sealed) ?? [];
  return count === undefined ? undefined : Number(count);
}

/**
 * Takes somebody's sealed file to the server: it waits in this person's outbox and goes with what else waits there.
 * Returns the id under which its fate is logged. Throws `StorageFull` when the disk is full; nothing is saved then.
 */
export async function carry(db: UserDb, sealed: string, count: number): Promise<string> {
  const id = uuidv5(sealed, NAMESPACE);
  const name = `A colleague’s ${count === 1 ? 'referral' : `${count} referrals`}, sealed`;
  const row: SealedRow = { id, name, email: '', act: { act: 'carry', id }, sealed };
  const made = toEntries([row], Date.now());
  await saveWhole(db, [db.outbox, db.sync], async () => {
    if (!(await isWaiting(db, id))) await putEntries(db, made);
  });
  return id;
}

async function isWaiting(db: UserDb, id: string): Promise<boolean> {
  const waiting = await readEntries(db, 'sealed');
  return waiting.some(({ rows }) => rows.some((row) => row.id === id));
}

/** What became of a carried file: it waits, it was delivered, the server's reason, or too long ago for the log. */
export type Carried =
  { kind: 'waiting' | 'delivered' | 'forgotten' } | { kind: 'refused'; why: string };

/** A Dexie read, for a live query. */
export async function readCarried(db: UserDb, id: string): Promise<Carried> {
  // One transaction, because a verdict takes it out of the one table and notes it in the other.
  const read = () =>
    db.transaction('r', db.outbox, db.log, async (): Promise<Carried> => {
      if (await isWaiting(db, id)) return { kind: 'waiting' };
      const lines = await db.log.filter(({ rowIds }) => rowIds.includes(id)).toArray();
      const last = lines.findLast(({ event }) => event !== 'tried');
      if (!last) return { kind: 'forgotten' };
      if (last.event === 'sent') return { kind: 'delivered' };
      return { kind: 'refused', why: whyOf(last) };
    });
  return withReopen(db, read);
}

/** Files the server did not take lately, newest first. A Dexie read, for a live query. */
export async function readUncarried(db: UserDb) {
  const lines = await withReopen(db, () => db.log.where('event').equals('refused').toArray());
  return lines
    .filter(({ reason }) => reason?.startsWith(REFUSED_PREFIX))
    .map((line) => ({ id: line.id, name: line.name, at: line.lastAt, why: whyOf(line) }))
    .toReversed();
}

const whyOf = ({ reason }: LogLine) => (reason ?? '').slice(REFUSED_PREFIX.length);
