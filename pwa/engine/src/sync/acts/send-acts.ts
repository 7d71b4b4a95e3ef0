import type { ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../../api/client.ts';
import { ApiError, isProblem, type Problem } from '../../api/problems.ts';
import {
  type ActEntry,
  isCall,
  isSameWish,
  recordIdOf,
  tellAct,
  wishOf,
} from '../../data/act-row.ts';
import { toEntries } from '../../data/outbox-entry.ts';
import type { ActRow } from '../../data/outbox-kinds.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import type { ConflictRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isAnswerTo, presentEpoch, rememberDone, withKey } from './done-acts.ts';
import { changeKeptPages } from '../read/desk-list.ts';
import { touchDesk } from '../read/desk-resources.ts';
import {
  judgeProblem,
  type RowVerdict,
  type SettledRow,
  type Verdict,
} from '../answers/verdict.ts';

const { actOnReferrals } = adminReferralRoutes;

/** The server's answer to an act, or that it accepts none of this kind. */
type Outcome = Pick<ReferralActResult, 'referral'> & {
  outcome: ConflictRow['outcome'] | 'done';
  error?: string;
};
type UnmadeAct = SettledAct & { outcome: ConflictRow['outcome'] };

/** Sends acts of an entry; `keep` of the verdict stores what became of them. */
export async function sendActs(db: UserDb, entry: ActEntry): Promise<Verdict> {
  await markTried(db, entry);
  const { rows } = entry;
  const epoch = await presentEpoch();
  const judged = (outcomes: Outcome[]) => toVerdict(db, rows, { outcomes, epoch });
  try {
    const body = { acts: rows.map(({ id, act }) => withKey({ act, key: id })) };
    const { data } = await call(actOnReferrals, { body, expectedUser: db.userId });
    if (!isAnswerTo(data.results, rows)) return { kind: 'not-sent', reason: 'malformed' };
    return judged(data.results.map(outcomeOf));
  } catch (error) {
    if (!isProblem(error)) throw error;
    const verdict = judgeProblem(error, rows.length, entry.attempts);
    if (verdict.kind !== 'rejected' && !isForbidden(error)) return verdict;
    const refused = { outcome: 'refused', referral: null, error: error.message } as const;
    return judged(rows.map(() => refused));
  }
}

/** What an answer says why not is a refusal for that reason; otherwise a conflict is one of statuses. */
function outcomeOf({ outcome, referral, why }: ReferralActResult): Outcome {
  return why === undefined ? { outcome, referral } : { outcome: 'refused', referral, error: why };
}

/** From here on they may have arrived, whatever the answer (rule 25); sending does not depend on the mark. */
async function markTried(db: UserDb, { key }: ActEntry): Promise<void> {
  const mark = () => db.outbox.update(key, { triedAt: Date.now() });
  await withReopen(db, mark).catch(noteStorageTrouble);
}

/** The actor is no longer an admin; trying again would hold up what they may still send. */
function isForbidden(problem: Problem): boolean {
  return problem instanceof ApiError && problem.code === 'forbidden';
}

interface Judged {
  outcomes: readonly Outcome[];
  epoch: string | undefined;
}

function toVerdict(db: UserDb, rows: readonly ActRow[], { outcomes, epoch }: Judged): Verdict {
  const acts = new Map(
    rows.flatMap((row, at): [string, SettledAct][] => {
      const outcome = outcomes[at];
      return outcome ? [[row.id, { row, ...outcome }]] : [];
    }),
  );
  const verdicts = [...acts].map(([id, { outcome, error = '' }]): RowVerdict => {
    return { id, isRefused: outcome !== 'done', code: outcome, error };
  });
  const outcomesOf = (settled: SettledRow[]) =>
    settled.flatMap(({ row }) => acts.get(row.id) ?? []);
  return {
    kind: 'stored',
    rows: verdicts,
    keep: (settled) => keepOutcomes(db, outcomesOf(settled)),
    show: async (settled) => {
      const shown = outcomesOf(settled);
      await showOutcomes(db, shown);
      const done = shown.filter(({ outcome }) => outcome === 'done');
      await rememberDone(
        db,
        done.map(({ row: { id: key, act } }) => ({ key, act })),
        epoch,
      );
    },
  };
}

type SettledAct = Outcome & { row: ActRow };

/**
 * Runs in the transaction that takes the acts out of the outbox: keeps what the server did not do for the person, and
 * queues what they have asked for since.
 */
async function keepOutcomes(db: UserDb, settled: readonly SettledAct[]): Promise<void> {
  const done = settled.filter(({ outcome }) => outcome === 'done');
  const undone = settled.filter((each): each is UnmadeAct => each.outcome !== 'done');
  await db.conflicts.bulkPut(undone.map(toConflict));
  await db.outbox.bulkAdd(toEntries(done.flatMap(followUp), Date.now()));
}

/**
 * Puts what the server holds into the pages kept here. The desk asks again in any case, because acts that were taken
 * back may have arrived.
 */
async function showOutcomes(db: UserDb, settled: readonly SettledAct[]): Promise<void> {
  const isGone = ({ outcome, row }: SettledAct) =>
    outcome === 'gone' || (outcome === 'done' && row.act.act === 'delete');
  await changeKeptPages(db, {
    rows: settled.flatMap(({ referral }) => referral ?? []),
    deletedIds: settled.filter(isGone).map(({ row }) => row.act.id),
  });
  await touchDesk(db, actOnReferrals);
}

function toConflict({ row, outcome, referral, error }: UnmadeAct): ConflictRow {
  const act = wishOf(row);
  const kept = { id: recordIdOf(act), act, referral, outcome, at: Date.now(), who: row.who };
  return error ? { ...kept, error } : kept;
}

function followUp({ row }: SettledAct): ActRow[] {
  const { act, next, who } = row;
  if (!next || isCall(act) || isSameWish(act, next)) return [];
  const expected = act.act === 'status' ? act.status : act.expected;
  const id = uuidv7();
  return [{ ...row, id, name: tellAct(next, who), act: { ...next, expected }, next: undefined }];
}
