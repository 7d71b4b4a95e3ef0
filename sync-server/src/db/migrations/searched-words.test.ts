import { parseCents } from '@sunloop/shared-types/values/money.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
const user = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  await execute(
    `insert into users (id, username, email, password, referral_code)
     values (:user, 'Maya O’Neil', 'maya@x.example', '', 'U-1')`,
  );
});
afterAll(() => database.drop());

const execute = <Row extends object>(sql: string, params: Record<string, unknown> = {}) =>
  database.orm.em.fork().execute<Row[]>(sql, { user, ...params });

const TEXTS = (
  '$300|$1,250.50|-$300|＄３００|$300 cash|$300, paid as solar credit|$300 after 2 months|$300 and 2 lamps|$300 (a check)|' +
  '$300 – paid by check|$300 Xbox voucher|$300 Amazon card|$300 (written as 300 per kW)|A lamp|2 lamps worth $50|50% off|' +
  '$300 x 2|$300 X2|$300 × 2|$300 * 2|$300 cash x 2|$300 gift (x 2)|$300 times 2|$300 twice|$300, doubled|$300 per kW|$300 PER KW|' +
  '$300 cash per kW|$300 / kW|$300 each|$300 for every friend|$300 a month|$300 paid monthly|$300 or a lamp|$300 to 500|' +
  '$300 to you|$300 - 500|$300 – 500|$300 + 50|$300 plus 50|$300 plus a lamp|$300 and 200|$300 minus fees|$5 % off|$300 CAD|' +
  '$3 grand|$1 k|$2 million|$300\u00a0per kW|$300 Élan card|$300 @ 2|$300 orders|$300 ananas|$300\nper kW'
).split('|');

test('the app and the database read every amount alike', async () => {
  const rows = await execute<{ text: string; cents: number }>(
    `select text, reward_cents(text)::int as cents from jsonb_array_elements_text(:texts::jsonb) text`,
    { texts: JSON.stringify(TEXTS) },
  );
  expect(rows).toEqual(TEXTS.map((text) => ({ text, cents: parseCents(text) })));
});

/** What was stored before, and how it is written from now on. */
const KEPT = [
  ['$300', '$300'],
  ['$300 cash', '$300 cash'],
  ['$300 per kW', '$300 (written as 300 per kW)'],
  ['-$300 x 2', '-$300 (written as 300 x 2)'],
  ['$1,250.50, doubled', '$1,250.50 (written as 1,250.50, doubled)'],
  ['A lamp per kW', 'A lamp per kW'],
] as const;

test('an amount that is no sum from now on keeps what it counted as, and the log says so', async () => {
  for (const [amount] of KEPT) {
    const cents = Math.round(
      Number(/-?\$([\d,.]*\d)/.exec(amount)?.[1]?.replace(',', '') ?? 0) * 100,
    );
    await execute(
      `insert into reward_history (id, user_id, amount, amount_cents, description)
       values (gen_random_uuid(), :user, :amount, :cents, '')`,
      { amount, cents: amount.startsWith('-') ? -cents : cents },
    );
    await execute(
      `insert into referrals (id, user_id, name, email, reward)
       values (gen_random_uuid(), :user, 'Some Body', gen_random_uuid() || '@x.example', :amount)`,
      { amount },
    );
  }
  await runAgain();
  const ledger = await execute<{ amount: string; cents: number }>(
    'select amount, amount_cents::int as cents from reward_history',
  );
  const shown = await execute<{ amount: string }>('select reward as amount from referrals');
  const wanted = KEPT.map(([, amount]) => amount).toSorted();
  expect(ledger.map(({ amount }) => amount).toSorted()).toEqual(wanted);
  expect(shown.map(({ amount }) => amount).toSorted()).toEqual(wanted);
  for (const { amount, cents } of ledger) expect(parseCents(amount)).toBe(cents);
  const said = `select details from audit_logs where action = 'amount.read_again' order by 1`;
  const lines = await execute<{ details: string }>(said);
  expect(lines).toHaveLength(3);
  expect(lines.map(({ details }) => details)).toContain(
    `'$300 per kW' may mean several sums; it is kept as '$300 (written as 300 per kW)', please check it`,
  );
  await runAgain();
  expect(await execute(said)).toEqual(lines);
});

test('stored names are searched by words, and an operator’s own terms stay', async () => {
  const description = 'Whoever is paid more than this in a year must have sent a tax form';
  const terms =
    'We may ask for a tax form before we pay more than ${payouts.form_over_dollars} in one year.';
  await execute(
    `update system_settings set description = :description where key = 'payouts.form_over_dollars'`,
    { description },
  );
  await execute(`update system_settings set value = :terms where key = 'pages.terms'`, { terms });
  await runAgain();
  const [row] = await execute<{ content: string }>('select content from users where id = :user');
  expect(row?.content).toBe('maya oneil\nmaya o neil\nmaya@x.example\nu 1\nu1\n\n');
  const settings = await execute<{ key: string; description: string; value: string }>(
    `select key, description, value from system_settings where key in ('payouts.form_over_dollars', 'pages.terms') order by key`,
  );
  expect(settings[1]?.description).toBe(
    'Whoever is paid this or more in a year must have sent a tax form',
  );
  expect(settings[0]?.value).toContain(
    'before we pay ${payouts.form_over_dollars} or more in one year.',
  );
});

/** As it stood before: with the function that read every such amount as a sum. */
async function runAgain(): Promise<void> {
  await execute(`
    create or replace function reward_cents(reward text) returns bigint language sql immutable parallel safe
    return coalesce((case when reward like '-%' then -1 else 1 end) *
      (replace((regexp_match(reward, '\\$([0-9,.]*[0-9])'))[1], ',', '')::numeric * 100)::bigint, 0)
  `);
  await execute('drop function if exists search_keys(text), search_key(text, text, text) cascade');
  await execute('alter table users add if not exists content text');
  await execute(`delete from mikro_orm_migrations where name = '082-searched-words'`);
  await database.orm.migrator.up();
}
