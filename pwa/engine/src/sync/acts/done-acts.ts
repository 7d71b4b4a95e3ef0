import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import { recordIdOf } from '../../data/act-row.ts';
import { readSession } from '../../data/device-db.ts';
import type { UserDb } from '../../data/user-db.ts';

/** The run of the server's database that last said who is signed in here. */
export async function presentEpoch(): Promise<string | undefined> {
  const session = await readSession();
  return session?.state === 'active' ? session.user.epoch : undefined;
}

/** With its key, the server does not repeat a change that arrived before and so overwrite a later one (rule 5). A call has one. */
export function withKey({ act, key }: { act: ReferralAct; key: string }): ReferralAct {
  return act.act === 'status' ? { ...act, key } : act;
}

/** Whether an answer has one result for every act, in order (rule 3). */
export function isAnswerTo(
  results: readonly ReferralActResult[],
  acts: readonly { act: ReferralAct }[],
): boolean {
  const isOf = ({ id }: ReferralActResult, at: number) =>
    id.toLowerCase() === acts[at]?.act.id.toLowerCase();
  return results.length === acts.length && results.every(isOf);
}

/** Remembers what the server did, for when it is put back to before it did so (`check-done-acts.ts`). */
export async function rememberDone(
  db: UserDb,
  done: readonly { key: string; act: ReferralAct }[],
  epoch: string | undefined,
): Promise<void> {
  const at = Date.now();
  await db.doneActs.bulkPut(
    done.map(({ key, act }) => ({ id: recordIdOf(act), act, key, at, epoch })),
  );
}
