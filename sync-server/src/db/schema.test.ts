import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, databaseUrl, dropDatabases } from '../test/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';
import { openProbe } from './probe.ts';
import { migrationNames } from './migrations/list.ts';
import { openOrm } from '../../operate/start/open-orm.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Columns of SPEC §3 with the default it names, else null. */
const specified: Record<string, Record<string, string | null>> = {
  users: {
    id: null,
    username: null,
    email: null,
    password: null,
    phone: null,
    address: null,
    avatar: null,
    role: 'customer',
    is_active: 'true',
    referral_code: null,
    created_at: 'now()',
  },
  referrals: {
    id: null,
    user_id: null,
    name: null,
    email: null,
    phone: null,
    address: null,
    date: 'now()',
    status: 'completed',
    reward: '$100',
    created_at: 'now()',
  },
  available_rewards: {
    id: null,
    name: null,
    description: null,
    amount: null,
    required_referrals: null,
    created_at: 'now()',
  },
  reward_history: {
    id: null,
    user_id: null,
    amount: null,
    description: null,
    date: 'now()',
    created_at: 'now()',
  },
  reward_levels: {
    id: null,
    level: null,
    name: null,
    required_referrals: null,
    reward: null,
    created_at: 'now()',
  },
  reward_tiers: {
    id: null,
    level: null,
    name: null,
    min_referrals: null,
    max_referrals: null,
    required_referrals: null,
    reward_amount: null,
    description: null,
    is_active: 'true',
    created_at: 'now()',
  },
  system_settings: {
    id: null,
    key: null,
    value: null,
    description: null,
    category: 'general',
    is_editable: 'true',
    updated_by: null,
    updated_at: 'now()',
  },
  achievements: {
    id: null,
    title: null,
    description: null,
    type: null,
    icon: 'trophy',
    rarity: 'common',
    required_count: '0',
    reward: null,
    is_active: 'true',
  },
  user_achievements: {
    id: null,
    user_id: null,
    achievement_id: null,
    progress: '0',
    is_earned: 'false',
    earned_at: null,
    created_at: 'now()',
  },
  audit_logs: {
    id: null,
    user_id: null,
    action: null,
    entity: null,
    entity_id: null,
    details: null,
    ip_address: null,
    user_agent: null,
    created_at: 'now()',
  },
  login_attempts: {
    id: null,
    email: null,
    success: 'false',
    ip_address: null,
    user_agent: null,
    attempted_at: 'now()',
  },
  environmental_impact: {
    id: null,
    user_id: null,
    carbon_saved_tons: '0',
    trees_equivalent: '0',
    homes_powered: '0',
    pollution_reduced: '0',
    last_calculated: null,
    created_at: 'now()',
  },
};

describe('The migrated schema', () => {
  test.each(Object.entries(specified))(
    'has the columns and defaults of %s',
    async (table, wanted) => {
      const rows = await database.orm.em.execute<{ name: string; value: string | null }[]>(
        `select column_name as name, column_default as value
       from information_schema.columns where table_name = ?`,
        [table],
      );
      const literal = (value: string | null) => value?.replace(/^'(.*)'::\w+$/, '$1') ?? null;
      const found = Object.fromEntries(rows.map((row) => [row.name, literal(row.value)]));
      expect(found).toMatchObject(wanted);
    },
  );

  test('matches the entities, column for column', async () => {
    const sql = await database.orm.schema.getUpdateSchemaSQL({ wrap: false, safe: true });
    const changes = sql
      .split('\n')
      .filter((line) => /add column|alter column|create table/.test(line));
    // A bigint's default of 0 is read back as text; nothing else may differ.
    expect(changes.filter((line) => !line.includes(`"amount_cents" set default '0'`))).toEqual([]);
  });
});

describe('Migrating', () => {
  test('run by two processes at once takes each step once and is then current', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_empty`;
    await createDatabase(database.url, name);
    const orms = await Promise.all(
      [1, 2].map(() => openOrm({ url: databaseUrl(database.url, name) })),
    );
    const [first, second] = orms;
    if (!first || !second) throw new Error('unreachable');
    const probe = openProbe(databaseUrl(database.url, name));
    expect(await probe.readiness()).toBe('not migrated');
    const steps = await Promise.all([migrate(first), migrate(second)]);
    expect(steps.flat()).toEqual(migrationNames);
    expect(await probe.readiness()).toBe('ready');
    await probe.close();
    await Promise.all(orms.map((orm) => orm.close(true)));
    await dropDatabases(database.url, name);
  });

  test.each([
    ['sessions', 'users'],
    ['users', 'sessions'],
  ])('beside a caller who holds %s and comes to want %s fails neither', async (held, wanted) => {
    const name = `${new URL(database.url).pathname.slice(1)}_${held}`;
    await createDatabase(database.url, name);
    const orm = await openOrm({ url: databaseUrl(database.url, name) });
    await orm.migrator.up({ to: '062-push-subscriptions' });
    const caller = orm.em.fork();
    await caller.begin();
    await caller.execute(`lock table ${held} in row exclusive mode`);
    const migrating = migrate(orm);
    migrating.catch(() => undefined);
    const isWaiting = async () => {
      const rows = await orm.em
        .fork()
        .execute<object[]>('select 1 from pg_locks where relation = ?::regclass and not granted', [
          held,
        ]);
      return rows.length > 0;
    };
    await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 5 });
    await caller.execute(`lock table ${wanted} in row exclusive mode`);
    await caller.commit();
    expect(await migrating).toEqual(
      migrationNames.slice(migrationNames.indexOf('064-handover-generation')),
    );
    await orm.close(true);
    await dropDatabases(database.url, name);
  });
});
