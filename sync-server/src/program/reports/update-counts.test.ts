import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { seededRandom, type Random } from '../../test/random.ts';
import { findMiscounts } from '../../test/recount.ts';
import { updateReportCounts } from './update-counts.ts';

let database: TestDatabase;
const [ann, bob] = [randomUUID(), randomUUID()];
beforeEach(async () => {
  database = await createTestDatabase();
  for (const id of [ann, bob]) {
    await execute(
      `insert into users (id, username, email, password, referral_code) values (:id, :id, :id, '', :id)`,
      { id },
    );
  }
});
afterEach(() => database.drop());

const execute = <Row extends object>(
  sql: string,
  params: Record<string, unknown> = {},
  em = database.orm.em.fork(),
) => em.execute<Row[]>(sql, params);
const update = () => updateReportCounts(database.orm.em.fork());
const refer = (userId: string, count = 1, status = 'submitted', em = database.orm.em.fork()) =>
  execute(
    `insert into referrals (id, user_id, name, email, status, created_at)
     select gen_random_uuid(), :userId, 'Some Body', gen_random_uuid(), :status, now() - make_interval(days => n)
     from generate_series(1, :count) n`,
    { userId, count, status },
    em,
  );
const pay = (userId: string, em = database.orm.em.fork()) =>
  execute(
    `insert into reward_history (id, user_id, amount, amount_cents, description, created_at)
     values (gen_random_uuid(), :userId, '$1', 100, '', '2026-03-31T23:00:00Z')`,
    { userId },
    em,
  );
/** One of `part` rows of a table, others each time. */
const among = (table: string, part: number) =>
  `id in (select id from ${table} where abs(hashtext(id::text || :salt)) % ${part} = 0)`;

/** Acts on referrals and the ledger as whoever writes SQL may do them, on many rows at once. */
const ACTS: Readonly<Record<string, string>> = {
  refer: `insert into referrals (id, user_id, name, email, status, created_at)
    select gen_random_uuid(), u.id, 'Some Body', gen_random_uuid(), :status, now() - make_interval(hours => :n * n)
    from users u, generate_series(1, :n) n`,
  judge: `update referrals set status = :status where ${among('referrals', 3)}`,
  handOver: `update referrals set user_id = :user where ${among('referrals', 9)}`,
  remove: `delete from referrals where ${among('referrals', 7)}`,
  complete: `with done as (
      update referrals set status = 'completed' where ${among('referrals', 4)} returning id, user_id)
    insert into reward_history (id, user_id, referral_id, amount, amount_cents, description, created_at)
    select gen_random_uuid(), user_id, id, '', :n * 100, '', now() + make_interval(hours => :n) from done`,
  pay: `update reward_history set paid_at = now() where ${among('reward_history', 3)}`,
  takeBack: `update reward_history set paid_at = null where ${among('reward_history', 4)}`,
  correct: `update reward_history set amount_cents = -:n where ${among('reward_history', 5)}`,
  date: `update reward_history set created_at = created_at - make_interval(months => :n)
    where ${among('reward_history', 5)}`,
  giveTo: `update reward_history set user_id = :user where ${among('reward_history', 5)}`,
  describe: 'update reward_history set description = :salt',
  forget: `delete from reward_history where ${among('reward_history', 9)}`,
};
// A change of the ledger alone is no change of a referral, which the app always writes with it.
const LEDGER_ALONE = ['date', 'forget'];

async function act(random: Random): Promise<string> {
  const name = random.pick(Object.keys(ACTS));
  const params = {
    status: random.pick(REFERRAL_STATUSES),
    user: random.pick([ann, bob]),
    n: 1 + random.int(5),
    salt: String(random.int(1_000_000)),
  };
  await execute(ACTS[name] ?? '', params);
  if (LEDGER_ALONE.includes(name)) await execute('update referrals set name = name');
  return name;
}

test('after random acts all counts are what the rows say', async () => {
  const random = seededRandom('report counts');
  const done: string[] = [];
  for (let n = 0; n < 150; n += 1) {
    done.push(await act(random));
    if (random.int(3) > 0) continue;
    await update();
    expect(await findMiscounts(database.orm), done.slice(-5).join()).toEqual([]);
  }
  expect(new Set(done).size).toBe(Object.keys(ACTS).length);
});

test('a user whose first lines of a month are written by two transactions at once counts once', async () => {
  const em = database.orm.em.fork();
  await em.begin();
  await pay(ann, em);
  const second = pay(ann);
  const isWaiting = async () => {
    const rows = await execute(`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`);
    return rows.length > 0;
  };
  await vi.waitUntil(isWaiting);
  await em.commit();
  await second;
  await pay(bob);
  expect(await execute('select month::text, users, lines from payout_months')).toEqual([
    { month: '2026-03-01', users: 2, lines: 3 },
  ]);
});

test('what a transaction writes that runs meanwhile is counted once it is committed', async () => {
  const em = database.orm.em.fork();
  await em.begin();
  await refer(ann, 2, 'completed', em);
  await refer(bob);
  await update();
  await em.commit();
  await update();
  expect(await findMiscounts(database.orm)).toEqual([]);
});

test('updates at once count everything once', async () => {
  await refer(ann, 20, 'completed');
  await Promise.all(Array.from({ length: 5 }, update));
  await execute(
    `update referrals set status = 'submitted' where created_at < now() - interval '9 days'`,
  );
  await Promise.all(Array.from({ length: 5 }, update));
  expect(await findMiscounts(database.orm)).toEqual([]);
});

test('whoever is in a hurry leaves many changes to others, and nobody waits for one who counts', async () => {
  const days = () => execute('select 1 from referral_days where referrals > 0');
  await refer(ann, 4);
  await updateReportCounts(database.orm.em.fork(), 3);
  expect(await days()).toEqual([]);
  const em = database.orm.em.fork();
  await em.begin();
  await execute('select 1 from report_mark for update', {}, em);
  await update();
  expect(await days()).toEqual([]);
  await em.commit();
  await updateReportCounts(database.orm.em.fork(), 4);
  expect(await days()).toHaveLength(4);
});

test('in a copy of the database, where transaction numbers start over, nothing is missed', async () => {
  await refer(ann, 5, 'completed');
  await update();
  await execute(`update report_mark set version = '9223372036854775807'`);
  await refer(bob, 5, 'completed');
  await update();
  expect(await findMiscounts(database.orm)).toEqual([]);
});

test('an existing database is counted by the migration', async () => {
  await refer(ann, 7, 'completed');
  await refer(bob, 3);
  await pay(ann);
  await pay(bob);
  await execute(
    `drop table payout_months, referral_days, counted_referrals, completion_times, report_mark`,
  );
  for (const name of ['added', 'removed', 'changed']) {
    await execute(`drop function payout_months_${name} cascade`);
  }
  await execute(`delete from mikro_orm_migrations where name = '031-report-counts'`);
  await database.orm.migrator.up();
  expect(await findMiscounts(database.orm)).toEqual([]);
  await refer(ann);
  await pay(ann);
  await update();
  expect(await findMiscounts(database.orm)).toEqual([]);
});
