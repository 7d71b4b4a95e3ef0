import {
  type AddedByServer,
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
 * Leaves out of the answer what its asker knows: a created row stands without its referral where `storedAs`
 * makes the same of the row as it was sent. On a thin line that is most of the answer.
 */
export function shorten({ results, rows, receipt }: Answered): PushAnswer {
  const first = results.find(({ status }) => status === 'created')?.referral;
  if (!first || receipt === undefined) return { results: [...results] };
  const { status, reward, createdAt, updatedAt } = first;
  const added = { status, reward, createdAt, updatedAt };
  return {
    results: results.map((result, at) => shortenOne(result, rows[at], added)),
    added,
    receipt,
  };
}

function shortenOne(result: PushResult, row: unknown, added: AddedByServer): PushResult {
  const { id, status, referral } = result;
  if (status !== 'created' || !referral) return result;
  // It was parsed as a row before it was stored.
  const made = storedAs(row as PushRow, referral.userId, added);
  return isSame(made, referral) ? { id, status } : result;
}

function isSame(one: Referral, other: Referral): boolean {
  return (Object.keys(other) as (keyof Referral)[]).every((name) => one[name] === other[name]);
}
