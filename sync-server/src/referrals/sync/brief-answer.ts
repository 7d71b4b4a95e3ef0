import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import {
  type AddedByServer,
  type CreatedRun,
  type PushAnswer,
  type PushResult,
  storedAs,
  type StoredRun,
} from '@sunloop/shared-types/referrals/sync.ts';

export interface PushNumbers {
  /** Number of the transaction in which the created rows were stored. */
  pushNumber: string | undefined;
  /**
   * Numbers of earlier writes whose rows are all among these, if rows stored before may also be given as
   * runs.
   */
  stored: string[] | undefined;
}

interface FullAnswer extends PushNumbers {
  results: readonly PushResult[];
  /** As they came, before anything was trimmed or converted to lower case. */
  rows: readonly unknown[];
}

/** Whether the row at a place is in a run. */
type RunMarks = readonly boolean[];

/**
 * Leaves out of the answer what the caller knows: rows that `storedAs` can make from what was sent become
 * runs. On a slow line they would be most of the answer.
 */
export function shorten({ results, rows, pushNumber, stored }: FullAnswer): PushAnswer {
  const first = results.find(({ status }) => status === 'created')?.referral;
  const added = first && pushNumber !== undefined ? addedOf(first) : undefined;
  const isCreated = results.map((result, at) => isAsSent(result, rows[at], 'created', added));
  const isStored = results.map(
    (result, at) => stored !== undefined && isAsSent(result, rows[at], 'stored'),
  );
  return {
    results: results.filter((_, at) => !isCreated[at] && !isStored[at]),
    ...(added && { runs: toRuns(results, isCreated), added, receipt: pushNumber }),
    ...(stored && {
      storedRuns: toStoredRuns(results, isStored),
      storedReceipts: stored,
    }),
  };
}

function addedOf({ status, reward, createdAt, updatedAt }: Referral): AddedByServer {
  return { status, reward, createdAt, updatedAt };
}

/** `added` is what the server added to a created row; a row stored before has its own, and its first date. */
function isAsSent(
  { status, referral }: PushResult,
  row: unknown,
  asked: 'created' | 'stored',
  added = asked === 'stored' && referral ? addedOf(referral) : undefined,
): boolean {
  if (status !== asked || !referral || !added) return false;
  // It was parsed as a row before it was stored.
  const sent = row as PushRow;
  const dated = asked === 'stored' ? { ...sent, date: referral.date } : sent;
  const made = storedAs(dated, referral.userId, added);
  return (Object.keys(referral) as (keyof Referral)[]).every(
    (name) => made[name] === referral[name],
  );
}

function toRuns(results: readonly PushResult[], inRun: RunMarks): CreatedRun[] {
  const runs: CreatedRun[] = [];
  for (const [at, { id }] of results.entries()) {
    if (!inRun[at] || id === null) continue;
    const last = runs.at(-1);
    if (last && last.at + last.count === at) lengthen(last, id);
    else runs.push({ at, count: 1, firstId: id, lastId: id });
  }
  return runs;
}

/** Rows of one push were stored at the same time, so the same was added to most of them. */
function toStoredRuns(results: readonly PushResult[], inRun: RunMarks): StoredRun[] {
  const runs: StoredRun[] = [];
  for (const [at, { id, referral }] of results.entries()) {
    if (!inRun[at] || id === null || !referral) continue;
    const added = { ...addedOf(referral), date: referral.date };
    const last = runs.at(-1);
    if (last && last.at + last.count === at && isSame(last.added, added)) lengthen(last, id);
    else runs.push({ at, count: 1, firstId: id, lastId: id, added });
  }
  return runs;
}

function lengthen(run: CreatedRun, id: string): void {
  Object.assign(run, { count: run.count + 1, lastId: id });
}

function isSame(one: StoredRun['added'], other: StoredRun['added']): boolean {
  return (Object.keys(one) as (keyof StoredRun['added'])[]).every(
    (name) => one[name] === other[name],
  );
}
