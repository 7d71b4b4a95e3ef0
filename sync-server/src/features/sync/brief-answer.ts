import {
  type AddedByServer,
  type CreatedRun,
  type PushAnswer,
  type PushResult,
  type PushRow,
  type Referral,
  storedAs,
} from '@sunloop/shared-types';

interface Answered {
  results: readonly PushResult[];
  /** As they came, before anything was trimmed or lowered. */
  rows: readonly unknown[];
  /** Of the transaction the created ones were stored in. */
  receipt: string | undefined;
}

/**
 * Leaves out of the answer what its asker knows: created rows that `storedAs` makes of what was sent are told as
 * runs. On a thin line the rest would be most of the answer.
 */
export function shorten({ results, rows, receipt }: Answered): PushAnswer {
  const first = results.find(({ status }) => status === 'created')?.referral;
  if (!first || receipt === undefined) return { results: [...results] };
  const { status, reward, createdAt, updatedAt } = first;
  const added = { status, reward, createdAt, updatedAt };
  const isAsSent = results.map((result, at) => isKnown(result, rows[at], added));
  const others = results.filter((_, at) => !isAsSent[at]);
  return { results: others, runs: toRuns(results, isAsSent), added, receipt };
}

function isKnown({ status, referral }: PushResult, row: unknown, added: AddedByServer): boolean {
  if (status !== 'created' || !referral) return false;
  // It was parsed as a row before it was stored.
  const made = storedAs(row as PushRow, referral.userId, added);
  return (Object.keys(referral) as (keyof Referral)[]).every(
    (name) => made[name] === referral[name],
  );
}

function toRuns(results: readonly PushResult[], isAsSent: readonly boolean[]): CreatedRun[] {
  const runs: CreatedRun[] = [];
  for (const [at, { id }] of results.entries()) {
    if (!isAsSent[at] || id === null) continue;
    const last = runs.at(-1);
    if (!last || last.at + last.count < at) runs.push({ at, count: 1, firstId: id, lastId: id });
    else Object.assign(last, { count: last.count + 1, lastId: id });
  }
  return runs;
}
