import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const execute = <Row extends object>(sql: string, params: unknown[] = []) =>
  database.orm.em.fork().execute<Row[]>(sql, params);

async function migrateAgain(): Promise<void> {
  await execute('alter table audit_logs drop column changes');
  await execute('alter table reward_history drop column ordinal');
  await execute(`delete from mikro_orm_migrations where name = '029-audit-changes'`);
  await database.orm.migrator.up();
}

const status = (from: string, to: string | null) => ({ field: 'status', from, to });
const role = { field: 'role', from: 'customer', to: 'admin' };
const access = { field: 'isActive', from: 'true', to: 'false' };

test('an old audit line is read only where nobody typed part of it', async () => {
  const lines = [
    ['referral.status', 'submitted → contact_made', [status('submitted', 'contact_made')]],
    ['referral.delete', 'was completed', [status('completed', null)]],
    ['quote.status', 'open → closed', [status('open', 'closed')]],
    ['quote.status', 'open → converted, referral 0b5c', null],
    ['user.change', 'role: customer → admin', [role]],
    ['user.change', 'isActive: true → false', [access]],
    ['user.change', 'role: customer → admin; isActive: true → false', [role, access]],
    ['user.change', 'phone: none → 1; role: customer → admin', null],
    ['user.change', 'role: customer → admin; phone: none → 1', null],
    ['user.change', 'role: customer → adminisActive: true → false', null],
    ['user.change', 'nothing changed', null],
    ['user.change_profile', 'role: customer → admin', null],
    ['user.end_sessions', '2 ended', null],
    ['setting.change', 'general.help_phone value: none → 1', null],
    ['user.erase', null, null],
  ] as const;
  for (const [at, [action, details]] of lines.entries()) {
    await execute(
      `insert into audit_logs (id, action, entity, entity_id, details)
       values (gen_random_uuid(), ?, 'test', ?, ?)`,
      [action, String(at), details],
    );
  }
  await migrateAgain();
  const rows = await execute<{ action: string; details: string | null; changes: unknown }>(
    `select action, details, changes from audit_logs where entity = 'test' order by entity_id::int`,
  );
  expect(rows.map(({ action, details, changes }) => [action, details, changes])).toEqual(lines);
});

test('an old ledger line says for which rung it pays, whatever the name in it', async () => {
  const lines = [
    ['Reward for Ann (successful referral 12)', 12],
    ['Reward for Re\nward for (successful referral 3) (successful referral 4)', 4],
    ['Reward for a removed referral', null],
    ['Taken back: Reward for (successful referral 5)', null],
    ['Bonus (successful referral 6)', null],
  ] as const;
  const [user] = await execute<{ id: string }>(
    `insert into users (id, username, email, password, referral_code)
     values (gen_random_uuid(), 'Rita', 'rita@example.com', '', 'RITA2345') returning id`,
  );
  for (const [description] of lines) {
    await execute(
      `insert into reward_history (id, user_id, amount, description)
       values (gen_random_uuid(), ?, '$1', ?)`,
      [user?.id, description],
    );
  }
  await migrateAgain();
  const rows = await execute<{ description: string; ordinal: number | null }>(
    'select description, ordinal from reward_history',
  );
  expect(new Map(rows.map((row) => [row.description, row.ordinal]))).toEqual(new Map(lines));
});
