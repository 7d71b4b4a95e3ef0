import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { NewReferral, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import { forEachDatabase } from '../db/query/look-up.ts';
import { transact, transactAtOnce } from '../db/query/statement.ts';
import { Batcher } from '../db/query/batcher.ts';
import type { Actor, NoteRow } from '../http/context.ts';
import { judgedRow } from './store/judged-row.ts';
import { refusalOf } from './store/refusals.ts';
import { freshCalls, keyOf, readFresh, type OwnedRow } from './store/store-fresh.ts';
import { settleDates, storeReferrals, type StoreVerdict } from './store/store.ts';

/**
 * Stores one referral; `isNew` is false if the same id and content was there already. Throws 409 `id_conflict`,
 * `self_referral` or `duplicate_referral` and 410 `deleted`. The verdict is noted for the figures of the process.
 */
export async function addReferral(
  em: SqlEntityManager,
  actor: Actor,
  row: NewReferral,
  note: NoteRow,
): Promise<{ referral: Referral; isNew: boolean }> {
  const [given] = settleDates([{ ...row, id: row.id ?? uuidv7(), userId: actor.userId }]);
  if (!given) throw new Error('no row');
  const verdict = await storeOne(em, given);
  note(judgedRow(row, verdict));
  const refusal = refusalOf(verdict);
  if (refusal || !('referral' in verdict)) throw refusal ?? new Error('no stored row');
  return { referral: verdict.referral, isNew: verdict.kind === 'created' };
}

// Single referrals of all users that wait at the same moment share a transaction. Rows that are not new, that
// fail, or whose user is locked are then judged alone.
async function storeOne(em: SqlEntityManager, row: OwnedRow): Promise<StoreVerdict> {
  const referral = await togetherOf(em).add(row);
  if (referral) return { kind: 'created', referral };
  const [verdict] = await transact(em, (run) => storeReferrals(run, row.userId, [row]));
  if (!verdict) throw new Error('no verdict for the row');
  return verdict;
}

/** Rows stored together at most; one person's push may hold five times as many. */
const BATCH_MAX = 100;

const togetherOf = forEachDatabase(
  (em) =>
    new Batcher<OwnedRow, Referral>({
      most: BATCH_MAX,
      keysOf: (row) => [row.id, keyOf(row)],
      store: async (rows) => {
        const answers = await transactAtOnce(em, freshCalls(rows, { skipLocked: true }));
        const { created } = readFresh(rows, answers);
        return rows.map(({ id }) => created.get(id));
      },
    }),
);
