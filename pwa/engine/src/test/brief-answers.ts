import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import {
  type AddedByServer,
  type Push,
  type PushAnswer,
  type PushResult,
  storedAs,
} from '@sunloop/shared-types/referrals/sync.ts';

interface AnsweredPush {
  results: readonly PushResult[];
  rows: readonly PushRow[];
  /** All that is stored. */
  stored: readonly Referral[];
}

/** What the server leaves out of an answer, and which push it remembers for that; its runs have one row each. */
export class BriefAnswers {
  /** Which push created a row, while the row is unchanged. */
  readonly #numbers = new Map<Referral, string>();
  #pushes = 0;

  pushOf(row: Referral): string | undefined {
    return this.#numbers.get(row);
  }

  /** As the server's `shorten`. */
  shorten(
    { results, rows, stored }: AnsweredPush,
    { briefStored = false }: Partial<Push>,
  ): PushAnswer {
    const created = referralsOf(results, 'created');
    const older = referralsOf(results, 'stored');
    const [added] = created;
    const receipt = String((this.#pushes += added ? 1 : 0));
    for (const row of created) this.#numbers.set(row, receipt);
    const runs = added ? runsOf(results, rows, { status: 'created', added }) : [];
    const storedRuns = briefStored ? runsOf(results, rows, { status: 'stored' }) : [];
    const inRun = new Set([...runs, ...storedRuns].map(({ at }) => at));
    const isWhole = (each: string) =>
      stored.every((row) => this.pushOf(row) !== each || older.includes(row));
    const known = new Set(older.flatMap((row) => this.pushOf(row) ?? []));
    return {
      results: results.filter((_, at) => !inRun.has(at)),
      ...(added && { runs, added, receipt }),
      ...(briefStored && { storedRuns, storedReceipts: [...known].filter(isWhole) }),
    };
  }
}

function referralsOf(results: readonly PushResult[], kind: PushResult['status']): Referral[] {
  return results.flatMap(({ status, referral }) => (status === kind ? (referral ?? []) : []));
}

function runsOf(
  results: readonly PushResult[],
  rows: readonly PushRow[],
  { status, added: all }: { status: PushResult['status']; added?: AddedByServer },
) {
  return results.flatMap(({ referral, ...result }, at) => {
    const row = rows[at];
    if (result.status !== status || !referral || !row) return [];
    const added = all ?? referral;
    const dated = all ? row : { ...row, date: referral.date };
    if (JSON.stringify(storedAs(dated, referral.userId, added)) !== JSON.stringify(referral))
      return [];
    return [{ at, count: 1, firstId: row.id, lastId: row.id, added: referral }];
  });
}
