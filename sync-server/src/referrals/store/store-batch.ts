import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { defineStatement, transact, transactAtOnce } from '../../db/query/statement.ts';
import { settleDates, storeSettled, type StoreVerdict, type StoreWishes } from './store.ts';
import { areApart, type FreshRows, freshCalls, type OwnedRow, readFresh } from './store-fresh.ts';

// It stands for all rows of its transaction.
const FIND_NUMBER = defineStatement(
  'find-push-number',
  'select pg_current_xact_id_if_assigned()::text as "pushNumber"',
);

/** The outcome for each row of a batch. */
export interface StoredBatch {
  readonly verdicts: readonly StoreVerdict[];
  /** Number of the transaction that created the new rows; undefined if there are none, or if it took two. */
  readonly pushNumber: string | undefined;
}

/**
 * Stores a batch with the same verdicts as `storeReferrals`, in half the time for new rows: everything new with one
 * round trip to the database, during which other calls of the user wait, then the rest in a transaction of its own.
 */
export async function storeBatch(
  em: SqlEntityManager,
  userId: string,
  rows: readonly PushRow[],
  wishes: StoreWishes = {},
): Promise<StoredBatch> {
  const given = settleDates(rows).map((row) => ({ ...row, userId }));
  const { created, pushNumber } = resending.has(userId) ? NONE_FRESH : await storeFresh(em, given);
  const left = given.filter(({ id }) => !created.has(id));
  const rest = left.length === 0 ? NOTHING : await storeRest(em, { userId, left, wishes });
  let next = 0;
  const verdicts = given.map(({ id }): StoreVerdict => {
    const referral = created.get(id);
    const verdict = referral ? { kind: 'created' as const, referral } : rest.verdicts[next++];
    if (!verdict) throw new Error(`no verdict for ${id}`);
    return verdict;
  });
  noteResending(
    userId,
    verdicts.every(({ kind }) => kind === 'stored'),
  );
  const numbers = [pushNumber, rest.pushNumber].filter((each) => each !== undefined);
  return { verdicts, pushNumber: numbers.length === 1 ? numbers[0] : undefined };
}

const NOTHING: StoredBatch = { verdicts: [], pushNumber: undefined };
const NONE_FRESH: FreshRows = { created: new Map(), pushNumber: undefined };

/**
 * Users whose newest batch had been stored before: a device sends the rest of its list again, too, so to try whether it
 * is new would cost a round trip and a tenth of the server's time. Only the way to the verdicts depends on it.
 */
const resending = new Set<string>();
const RESENDING_MAX = 1000;

function noteResending(userId: string, isResending: boolean): void {
  resending.delete(userId);
  if (!isResending) return;
  resending.add(userId);
  const [oldest] = resending;
  if (resending.size > RESENDING_MAX && oldest !== undefined) resending.delete(oldest);
}

async function storeFresh(em: SqlEntityManager, given: readonly OwnedRow[]): Promise<FreshRows> {
  if (!areApart(given)) return NONE_FRESH;
  // If its first row is there, a batch was probably sent before.
  const unlessStored = given[0]?.id;
  const answers = await transactAtOnce(em, freshCalls(given, { skipLocked: false, unlessStored }));
  return readFresh(given, answers);
}

function storeRest(
  em: SqlEntityManager,
  { userId, left, wishes }: { userId: string; left: readonly PushRow[]; wishes: StoreWishes },
): Promise<StoredBatch> {
  return transact(em, async (run) => {
    const verdicts = await storeSettled(run, userId, left, wishes);
    if (verdicts.every(({ kind }) => kind !== 'created'))
      return { verdicts, pushNumber: undefined };
    const [own] = await run<{ pushNumber: string | null }>(FIND_NUMBER, []);
    return { verdicts, pushNumber: own?.pushNumber ?? undefined };
  });
}
