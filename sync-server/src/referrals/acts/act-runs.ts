import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';

/** An act with its place in the batch. */
export interface PlacedAct {
  readonly at: number;
  readonly act: ReferralAct;
}

/** Acts on different referrals of one user, which either all complete one or all do something else. */
export interface ActRun {
  /** Undefined if there are no such referrals. */
  readonly userId: string | undefined;
  readonly acts: PlacedAct[];
}

/**
 * Sorts a batch into runs that are each carried out together. Acts on one user's referrals keep their order;
 * those of different users do not affect each other.
 */
export async function toRuns(
  em: SqlEntityManager,
  acts: readonly ReferralAct[],
): Promise<ActRun[]> {
  const owners = await findOwners(em, new Set(acts.map(({ id }) => id)));
  const runs: ActRun[] = [];
  const lastOf = new Map<string | undefined, ActRun>();
  for (const [at, act] of acts.entries()) {
    const userId = owners.get(act.id);
    let run = lastOf.get(userId);
    if (!run || !goesOn(run, act)) {
      run = { userId, acts: [] };
      lastOf.set(userId, run);
      runs.push(run);
    }
    run.acts.push({ at, act });
  }
  return runs;
}

function goesOn({ acts }: ActRun, next: ReferralAct): boolean {
  return acts.every(({ act }) => act.id !== next.id && completes(act) === completes(next));
}

const completes = (act: ReferralAct) => act.act === 'status' && act.status === 'completed';

async function findOwners(em: SqlEntityManager, ids: ReadonlySet<string>) {
  const rows = await em.execute<{ id: string; userId: string }[]>(
    'select id, user_id as "userId" from referrals where id in (?)',
    [[...ids]],
  );
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}
