// @module-tag sweep
import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { makeCustomer } from '../people.ts';
import { startTestServer } from '../server.ts';
import { fillQuickly } from '../../../operate/install/seed/fill-quickly.ts';
import { countRowsSeen, recordPrepared, type PlanKind } from './plans.ts';

const STORED = 10_000;
const OTHERS = 200_000;
/** A plan that compares each given row with each stored row looks at five million. */
const LINEAR = 10 * (STORED + PUSH_MAX_ROWS);

const execute = (orm: Orm, sql: string, params: unknown[] = []) =>
  orm.em.fork().execute(sql, params);

const fill = (orm: Orm, userId: string, rows = STORED) =>
  execute(
    orm,
    `insert into referrals (id, user_id, name, email, status)
     select gen_random_uuid(), ?, 'Some Body', 'friend-' || n || '@x.example', 'submitted'
     from generate_series(1, ?::int) n`,
    [userId, rows],
  );
const analyze = (orm: Orm) => execute(orm, 'analyze');

// When the table's statistics were collected before the push arrives.
test.each<[string, (orm: Orm, mine: string, other: string) => Promise<unknown>]>([
  ['that was never analyzed', (orm, mine) => fill(orm, mine)],
  [
    'analyzed before the user had any',
    async (orm, mine, other) => {
      await fill(orm, other);
      await analyze(orm);
      await fill(orm, mine);
    },
  ],
  [
    'of a user with 10,000 referrals',
    async (orm, mine) => {
      await fill(orm, mine);
      await analyze(orm);
    },
  ],
  [
    'of 200,000 rows of others, analyzed before the user had any',
    async (orm, mine, other) => {
      await fillQuickly(orm, () => fill(orm, other, OTHERS));
      await fill(orm, mine);
    },
  ],
])('a full push into a table %s does not compare each row with each other', async (_, prepare) => {
  const server = await startTestServer();
  const { orm, url } = server.database;
  const explainer = await openOrm({ url });
  try {
    // Otherwise the database would collect statistics in between.
    await execute(orm, 'alter table referrals set (autovacuum_enabled = false)');
    const [mine, other] = [await makeCustomer(server), await makeCustomer(server)];
    await prepare(orm, mine.user.id, other.user.id);
    const recorded = recordPrepared(orm);
    const referrals = Array.from({ length: PUSH_MAX_ROWS }, (__, number) => {
      // Half of them are known under another id.
      const email = number % 2 === 0 ? `friend-${number + 1}@X.example` : `new-${number}@x.example`;
      return { id: randomUUID(), name: 'Some Body', email };
    });
    const { results } = (await mine.client.call(routes.pushReferrals, { body: { referrals } }))
      .body;
    expect(Object.entries(Object.groupBy(results, ({ status }) => status)).length).toBe(2);
    // Looking up the session is not part of the push.
    const statements = recorded.filter(({ text }) => !text.includes('sessions'));
    expect(statements.length).toBeGreaterThan(4);
    for (const kind of ['custom', 'generic'] satisfies PlanKind[]) {
      const seen = await countRowsSeen(explainer, statements, kind);
      for (const [at, rows] of seen.entries()) {
        expect(rows, `${kind}: ${statements[at]?.text}`).toBeLessThan(LINEAR);
      }
    }
  } finally {
    await explainer.close(true);
    await server.close();
  }
});
