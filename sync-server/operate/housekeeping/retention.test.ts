import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { deleteExpiredRows } from './housekeeping.ts';
import { AGING_ROWS } from './retention.ts';

let database: TestDatabase;
let user: string;
beforeEach(async () => {
  database = await createTestDatabase();
  user = randomUUID();
  const fields = { id: user, name: user, email: `${user}@x.example` };
  await execute(
    `insert into users (id, username, email, password, referral_code) values (:id, :name, :email, '', :name)`,
    fields,
  );
});
afterEach(() => database.drop());

const execute = <Row>(sql: string, params: Record<string, unknown> = {}) =>
  database.orm.em.fork().execute<Row[]>(sql, params);
const count = async (table: string) => {
  const [row] = await execute<{ count: number }>(`select count(*)::int as count from ${table}`);
  return row?.count;
};
const MINUTE = "interval '1 minute'";

/** How to insert a row that began to age at `at` into each table. */
const INSERT: Readonly<Record<string, (at: string) => string>> = {
  sessions: (at) =>
    `insert into sessions (id, user_id, expires_at) values (gen_random_uuid(), :user, ${at})`,
  one_time_links: (at) =>
    `insert into one_time_links (id, token_hash, user_id, kind, email, ends_at)
     values (gen_random_uuid(), gen_random_uuid(), :user, 'reset', 'x', ${at})`,
  outgoing_messages: (at) =>
    `insert into outgoing_messages (key, kind, user_id, recipient, data, state, settled_at)
     values (gen_random_uuid(), 'invitation', :user, 'x', '{}', 'sent', ${at})`,
  rate_limits: (at) =>
    `insert into rate_limits (key, window_start) values (gen_random_uuid(), ${at})`,
  login_attempts: (at) =>
    `insert into login_attempts (id, email, attempted_at) values (gen_random_uuid(), 'x', ${at})`,
  audit_logs: (at) =>
    `insert into audit_logs (id, user_id, action, entity, created_at)
     values (gen_random_uuid(), :user, 'session.login', 'user', ${at})`,
  quotes: (at) =>
    `insert into quotes (id, name, email, phone, status, settled_at)
     values (gen_random_uuid(), 'Q', 'q@x.example', '1', 'closed', ${at})`,
  lost_referrals: (at) =>
    `insert into lost_referrals (referral_id, user_id, device, epoch, reported_at)
     values (gen_random_uuid(), :user, 'device', 'a run', ${at})`,
  device_reports: (at) =>
    `insert into device_reports (user_id, device, storage, version, waiting, refused, rows, heard_at)
     values (:user, gen_random_uuid(), gen_random_uuid(), '1', 1, 0, '[]', ${at})`,
  referral_acts: (at) =>
    `insert into referral_acts (key, referral_id, done_at)
     values (gen_random_uuid(), gen_random_uuid(), ${at})`,
  policy_refusals: (at) =>
    `insert into policy_refusals (day, directive, blocked, source, page, count, last_at)
     values (current_date, gen_random_uuid(), '', '', '/', 1, ${at})`,
  sso_refusals: (at) =>
    `insert into sso_refusals (day, fault, count, last_at)
     values (current_date, gen_random_uuid(), 1, ${at})`,
  sign_in_steps: (at) =>
    `insert into sign_in_steps (hash, ends_at) values (gen_random_uuid(), ${at})`,
};
const add = (table: string, age: string) =>
  execute(INSERT[table]?.(`now() - (${age})`) ?? table, { user });

const DEFAULTS: Readonly<Record<string, string>> = {
  sessions: "interval '0'",
  one_time_links: "interval '0'",
  outgoing_messages: "interval '90 days'",
  rate_limits: "interval '1 day'",
  login_attempts: "interval '90 days'",
  audit_logs: "interval '730 days'",
  quotes: "interval '365 days'",
  lost_referrals: "interval '90 days'",
  device_reports: "interval '180 days'",
  referral_acts: "interval '400 days'",
  policy_refusals: "interval '31 days'",
  sso_refusals: "interval '31 days'",
  sign_in_steps: "interval '0'",
};

describe.each(AGING_ROWS)('Rows of $table', ({ table, after }) => {
  const limit = DEFAULTS[table] ?? '';

  test('are deleted when they are older than the setting says, and not before', async () => {
    await add(table, `${limit} + ${MINUTE}`);
    await add(table, `${limit} - ${MINUTE}`);
    expect(await deleteExpiredRows(database.orm)).toBe(1);
    expect(await count(table)).toBe(1);
    expect(await deleteExpiredRows(database.orm)).toBe(0);
  });

  test.runIf('setting' in after)('are deleted after the days an admin has set', async () => {
    const key = 'setting' in after ? after.setting : '';
    await execute("update system_settings set value = '2000' where key = :key", { key });
    await add(table, `interval '2000 days' - ${MINUTE}`);
    expect(await deleteExpiredRows(database.orm)).toBe(0);
    await execute("update system_settings set value = '500' where key = :key", { key });
    expect(await deleteExpiredRows(database.orm)).toBe(1);
  });
});

test('an open quote request stays however old it is, and ages from when it is settled', async () => {
  await execute(
    `insert into quotes (id, name, email, phone, created_at)
     select gen_random_uuid(), 'Q', 'q@x.example', '1', now() - interval '9 years' from generate_series(1, 2)`,
  );
  await execute(
    `update quotes set status = 'closed' where id = (select id from quotes order by id limit 1)`,
  );
  expect(await deleteExpiredRows(database.orm)).toBe(0);
  const [settled] = await execute<{ age: number }>(
    'select extract(epoch from now() - settled_at)::float8 as age from quotes where settled_at is not null',
  );
  expect(settled?.age).toBeLessThan(60);
  await execute("update quotes set status = 'converted' where status = 'closed'");
  await execute(
    "update quotes set settled_at = now() - interval '2 years' where status = 'converted'",
  );
  expect(await deleteExpiredRows(database.orm)).toBe(1);
  // Opened again, it does not age.
  await execute("update quotes set status = 'closed'");
  await execute("update quotes set status = 'open'");
  expect(await execute('select 1 from quotes where settled_at is null')).toHaveLength(1);
});

describe('Of many rows', () => {
  beforeEach(() =>
    execute(
      `insert into login_attempts (id, email, attempted_at)
       select gen_random_uuid(), 'x', now() - make_interval(days => 100 + n) from generate_series(1, 25) n`,
    ),
  );

  test('all are deleted, the oldest first, a batch per statement', async () => {
    let asked = 0;
    // It asks once each for the four tables before them.
    const isStopped = () => (asked += 1) > 6;
    expect(await deleteExpiredRows(database.orm, isStopped, 10)).toBe(20);
    const [left] = await execute<{ days: number }>(
      'select max(extract(day from now() - attempted_at))::int as days from login_attempts',
    );
    expect(left?.days).toBe(105);
    expect(await deleteExpiredRows(database.orm, undefined, 10)).toBe(5);
  });

  test('those another process is deleting are left to it', async () => {
    await database.orm.em.fork().transactional(async (tx) => {
      await tx.execute("select 1 from login_attempts where email = 'x' limit 5 for update");
      expect(await deleteExpiredRows(database.orm)).toBe(20);
    });
    expect(await deleteExpiredRows(database.orm)).toBe(5);
  });

  test('two processes at once delete each once', async () => {
    const counts = await Promise.all(
      [1, 2, 3].map(() => deleteExpiredRows(database.orm, undefined, 4)),
    );
    expect(counts.reduce((sum, each) => sum + each)).toBe(25);
  });
});
