import { parseCents } from '@sunloop/shared-types/values/money.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrationNames } from './list.ts';

let database: TestDatabase;
const user = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  await execute(
    `insert into users (id, username, email, password, referral_code) values (:user, 'u', 'u@x.example', '', 'U')`,
  );
});
afterAll(() => database.drop());

const execute = <Row extends object>(sql: string, params: Record<string, unknown> = {}) =>
  database.orm.em.fork().execute<Row[]>(sql, { user, ...params });

/** What was stored, what it counted as then, and how it is written and counts from now on; cents. */
const AMOUNTS: readonly (readonly [string, number, string, number])[] = [
  ['$300', 30_000, '$300', 30_000],
  ['$300,00', 3000, '$300', 30_000],
  ['-$300,00', -3000, '-$300', -30_000],
  ['$1.250,50', 100, '$1,250.50', 125_050],
  ['$1250.5', 12_500, '$1250.5', 125_050],
  ['$99.9', 900, '$99.9', 9990],
  ['$1 000', 100, '$1,000', 100_000],
  ['$1\u202f000 cash', 100, '$1,000 cash', 100_000],
  ['$1’000', 100, '$1,000', 100_000],
  ['$1k', 100, '$1,000', 100_000],
  ['＄３００', 0, '$300', 30_000],
  ['$300-500', 30_000, '$300 (written as 300-500)', 30_000],
  ['$300 or $500', 30_000, '$300 (written as 300 or 500)', 30_000],
  ['$1.5', 0, '$1.5', 150],
  ['Reversed: $1.5', 0, '-$1.5', -150],
  ['Reversed: A lamp', 0, 'Reversed: A lamp', 0],
  ['€300', 0, '€300', 0],
  ['300', 0, '300', 0],
  ['50% Tesla Powerwall discount', 0, '50% Tesla Powerwall discount', 0],
];

test('stored amounts are read whole, what changes is listed, and a second run changes nothing', async () => {
  for (const [amount, cents] of AMOUNTS) {
    await execute(
      `insert into reward_history (id, user_id, amount, amount_cents, description)
       values (gen_random_uuid(), :user, :amount, :cents, '')`,
      { amount, cents },
    );
    await execute(
      `insert into referrals (id, user_id, name, email, reward)
       values (gen_random_uuid(), :user, 'Some Body', gen_random_uuid() || '@x.example', :amount)`,
      { amount },
    );
  }
  await runAgain();
  const ledger = await execute<{ amount: string; cents: number }>(
    `select amount, amount_cents::int as cents from reward_history where user_id = :user`,
  );
  const wanted = AMOUNTS.map(([, , amount, cents]) => ({ amount, cents }));
  const byText = (rows: readonly { amount: string }[]) =>
    rows.map((row) => JSON.stringify(row)).toSorted();
  expect(byText(ledger)).toEqual(byText(wanted));
  const shown = await execute<{ amount: string }>('select reward as amount from referrals');
  expect(byText(shown)).toEqual(byText(wanted.map(({ amount }) => ({ amount }))));
  // What is told and what is paid back later follow from the text.
  for (const { amount, cents } of ledger) {
    expect(parseCents(amount)).toBe(cents);
  }
  const [counts] = await execute<{ cents: number }>(
    'select cents::int from referral_counts where user_id = :user',
  );
  expect(counts?.cents).toBe(wanted.reduce((sum, { cents }) => sum + cents, 0));
  const lines = await listed();
  expect(lines).toContain(
    `'$300,00' (1 line) counted as $30.00; it is '$300' and counts as $300.00`,
  );
  expect(lines).toContain(
    `'$300-500' (1 line) counted as $300.00; it is kept as '$300 (written as 300-500)', please check it`,
  );
  expect(lines).toHaveLength(14);
  await runAgain();
  expect(await listed()).toHaveLength(14);
});

async function listed(): Promise<string[]> {
  const rows = await execute<{ details: string }>(
    `select details from audit_logs where action = 'amount.read_again'`,
  );
  return rows.map(({ details }) => details);
}

async function runAgain(): Promise<void> {
  const { orm } = database;
  await execute(`delete from mikro_orm_migrations where name = '027-amounts-read-whole'`);
  expect(migrationNames).toContain('027-amounts-read-whole');
  await orm.migrator.up();
}
