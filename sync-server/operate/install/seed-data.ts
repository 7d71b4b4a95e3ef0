import { DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import { spansOf } from '@sunloop/shared-types/program/tier-spans.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import type { Orm } from '../../src/db/orm.ts';
import { runnerOf } from '../../src/db/query/statement.ts';
import { evaluateAchievements } from '../../src/program/achievements/evaluate.ts';
import { recalculateImpact } from '../../src/program/impact/service.ts';
import { findPayingTiers } from '../../src/program/rewards/paying-tiers.ts';
import { hashPassword } from '../../src/accounts/session/password.ts';
import { INSERT_LEDGER, INSERT_REFERRALS, INSERT_REST, INSERT_USERS } from './seed/statements.ts';

export interface SeedSize {
  readonly users: number;
  readonly referrals: number;
}

/** How to sign in as the first seeded customer; all have this password. */
export const seedSignIn = { email: 'seed-1@seed.example', password: 'sunshine' };

/**
 * Fills a database without seeded users with the given number of customers and the referrals of two years up to `until`,
 * and with the rewards, achievements, sign-ins, audit lines and quotes that belong to them, by the server's own rules. The
 * same size and time are the same data.
 */
export async function writeSeedData(
  orm: Orm,
  { users, referrals }: SeedSize,
  until = new Date(),
): Promise<void> {
  const password = await hashPassword(seedSignIn.password);
  await orm.em.fork().transactional(async (tx) => {
    const spans = JSON.stringify(
      spansOf(await findPayingTiers(tx)).map(({ from, to, tier }) => {
        const reward = tier?.rewardAmount ?? DEFAULT_REWARD;
        return { from, to, reward, cents: parseCents(reward) };
      }),
    );
    await tx.execute(INSERT_USERS, { users, password, until });
    await tx.execute(INSERT_REFERRALS, { users, referrals, until, spans, reward: DEFAULT_REWARD });
    await tx.execute(INSERT_LEDGER, { until, spans });
    for (const statement of INSERT_REST) await tx.execute(statement, { until });
    const seeded = await tx.execute<{ id: string }[]>(
      `select id from users where email like 'seed-%@seed.example'`,
    );
    const userIds = seeded.map(({ id }) => id);
    await evaluateAchievements(runnerOf(tx), userIds);
    await recalculateImpact(tx, userIds);
  });
  // The planner needs statistics, which the database would otherwise only collect within a minute.
  await orm.em.fork().execute('analyze');
}
