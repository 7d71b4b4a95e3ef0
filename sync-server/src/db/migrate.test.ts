import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';
import { openOrm } from '../../operate/start/open-orm.ts';

/** Writes to tables in an order of its own, again and again, so that it holds the first while it waits for the last. */
async function keepWriting({ url }: TestDatabase, isOver: () => boolean): Promise<void> {
  const orm = await openOrm({ url });
  try {
    while (!isOver()) {
      await orm.em.fork().transactional(async (em) => {
        for (const table of ['users', 'referrals', 'audit_logs']) {
          await em.execute(`lock table ${table} in row exclusive mode`);
          await setTimeout(30);
        }
      });
    }
  } finally {
    await orm.close(true);
  }
}

test('beside writers that are never done, a migration gets its tables and lets no writer fail', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  // It can be run twice.
  const [name] = await database.orm.em
    .fork()
    .execute<{ name: string }[]>(
      "delete from mikro_orm_migrations where name = '087-office-days-wait' returning name",
    );
  let isOver = false;
  const writers = Array.from({ length: 6 }, () => keepWriting(database, () => isOver));
  const written = Promise.all(writers);
  try {
    expect(await migrate(database.orm)).toEqual([name?.name]);
  } finally {
    isOver = true;
    await written;
  }
});
