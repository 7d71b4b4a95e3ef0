import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newestKey } from '../../src/ground/keys/service.ts';
import { writeDemoData } from '../install/demo-data.ts';
import { createDatabase, databaseUrl, dropDatabases } from '../../src/test/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { makeCustomer } from '../../src/test/people.ts';
import { startTestServer, type TestServer } from '../../src/test/server.ts';
import type { Orm } from '../../src/db/orm.ts';
import { openOrm } from '../start/open-orm.ts';
import { openProbe } from '../../src/db/probe.ts';
import { LineSum } from './format.ts';
import { loadBackup } from './load-backup.ts';
import { findTables } from './tables.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let file: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-backup-'));
  file = path.join(folder, 'demo.backup.gz');
  server = await startTestServer();
  await writeDemoData(server.database.orm, new Date());
  await newestKey(server.database.orm.em.fork(), 'receipt');
  await writeBackup(server.database.orm, { file });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** An empty database of the test's own. */
async function emptyDatabase(): Promise<TestDatabase> {
  const { url: cluster } = server.database;
  const name = `${new URL(cluster).pathname.slice(1)}_${randomUUID().slice(0, 8).replace('-', '')}`;
  await createDatabase(cluster, name);
  const url = databaseUrl(cluster, name);
  const orm = await openOrm({ url });
  const drop = async () => {
    await orm.close(true);
    await dropDatabases(cluster, name);
  };
  onTestFinished(drop);
  return { orm, url, drop };
}

/** A copy of the backup with other lines. */
async function alter(change: (lines: string[]) => string[]): Promise<string> {
  const altered = path.join(folder, `${randomUUID()}.backup.gz`);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  await writeFile(altered, gzipSync(change(lines).join('\n')));
  return altered;
}

/** All rows of all tables that a backup holds. */
async function contentOf(orm: Orm): Promise<Record<string, unknown>> {
  const em = orm.em.fork();
  const content: Record<string, unknown> = {};
  for (const { name, columns } of await findTables(em)) {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const sql = `select to_jsonb(t)::text as row from (select ${list} from ${name}) t order by 1`;
    content[name] = await em.execute(sql);
  }
  return content;
}

test('a backup holds every row and is restored as it was', async () => {
  const { orm } = await emptyDatabase();
  const { rows } = await loadBackup(orm, { file, mayReplace: false });
  const before = await contentOf(server.database.orm);
  expect(await contentOf(orm)).toEqual(before);
  expect(rows).toBe(Object.values(before).flat().length);
  const counts = (one: Orm) =>
    one.em.fork().execute('select * from referral_counts where submitted > 0 order by user_id');
  expect(await counts(orm)).toEqual(await counts(server.database.orm));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('people can sign in after a restore, and devices fetch everything again', async () => {
  const { client, user } = await makeCustomer(server);
  const { cursor } = (await client.call(routes.pullReferrals, { query: { since: '' } })).body;
  const later = path.join(folder, 'later.backup.gz');
  await writeBackup(server.database.orm, { file: later });
  const database = await emptyDatabase();
  await loadBackup(database.orm, { file: later, mayReplace: false });
  const restored = await startTestServer({ database });
  const again = restored.client();
  const body = { email: user.email, password: 'correct horse' };
  expect((await again.call(routes.logIn, { body })).body.id).toBe(user.id);
  const pulled = await again.call(routes.pullReferrals, { query: { since: cursor } });
  expect(pulled.body.full).toBe(true);
  await restored.close();
});

test('a write made while a backup runs is in it completely or not at all', async () => {
  const { client } = await makeCustomer(server);
  const busy = path.join(folder, 'busy.backup.gz');
  const done = new AbortController();
  const writing = (async () => {
    let count = 0;
    while (!done.signal.aborted) {
      count += 1;
      const referrals = [1, 2].map((half) => {
        const id = randomUUID();
        return { id, name: `Pair ${count}`, email: `${half}-${id}@example.com` };
      });
      await client.call(routes.pushReferrals, { body: { referrals } });
    }
  })();
  await writeBackup(server.database.orm, { file: busy });
  done.abort();
  await writing;
  const { orm } = await emptyDatabase();
  await loadBackup(orm, { file: busy, mayReplace: false });
  const halves = await orm.em
    .fork()
    .execute(
      `select name from referrals where name like 'Pair %' group by name having count(*) <> 2`,
    );
  expect(halves).toEqual([]);
});

test('a database with people in it is replaced only when asked to', async () => {
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const other = await startTestServer({ database: target });
  await other.client().signUp('already-here');
  await other.close();
  const { orm } = target;
  const before = await contentOf(orm);
  await expect(loadBackup(orm, { file, mayReplace: false })).rejects.toThrow('--replace');
  expect(await contentOf(orm)).toEqual(before);
  await loadBackup(orm, { file, mayReplace: true });
  const people = await orm.em.fork().execute("select 1 from users where username = 'already-here'");
  expect(people).toEqual([]);
});

test('an incomplete backup is reported and changes nothing', async () => {
  const half = path.join(folder, 'half.backup.gz');
  await writeFile(half, await readFile(file));
  await truncate(half, Math.floor((await stat(half)).size / 2));
  // Without its last sum, and without its last row.
  const [unsummed, shorter] = await Promise.all([
    alter((lines) => lines.toSpliced(-3, 1)),
    alter((lines) => lines.toSpliced(-4, 1)),
  ]);
  const { orm } = await emptyDatabase();
  for (const broken of [half, unsummed]) {
    await expect(loadBackup(orm, { file: broken, mayReplace: true })).rejects.toThrow(
      'is not a complete backup',
    );
  }
  await expect(loadBackup(orm, { file: shorter, mayReplace: true })).rejects.toThrow(
    'was altered: its rows of',
  );
  const [found] = await orm.em.fork().execute("select to_regclass('users') as name");
  expect(found).toEqual({ name: null });
});

test('a backup in which one row was altered is not restored', async () => {
  const altered = await alter((lines) =>
    lines.map((line) => line.replace('"email": "admin@', '"email": "other@')),
  );
  const { orm } = await emptyDatabase();
  await expect(loadBackup(orm, { file: altered, mayReplace: true })).rejects.toThrow(
    'its rows of users are not those that were saved',
  );
});

test('a text with every sign that some take for the end of a line is restored', async () => {
  const text = 'one\u2028two\u2029three\r\nfour\u0085five';
  await server.sql(
    'update users set address = ? where id = (select min(id::text)::uuid from users)',
    [text],
  );
  const signs = path.join(folder, 'signs.backup.gz');
  await writeBackup(server.database.orm, { file: signs });
  const { orm } = await emptyDatabase();
  await loadBackup(orm, { file: signs, mayReplace: false });
  const found = await orm.em.fork().execute('select 1 from users where address = ?', [text]);
  expect(found).toHaveLength(1);
});

test('a backup of an older build is migrated to this one', async () => {
  const older = path.join(folder, 'older.backup.gz');
  const [head = '', ...later] = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  // Tables that came since then, each of whose rows has a line after the table's, and the sums.
  let isLaterTable = false;
  const rest = later.filter((line) => {
    if (line.startsWith('['))
      isLaterTable = /^\["table","(epochs|lost_referrals|server_keys|device_reports)"/.test(line);
    return !isLaterTable && !line.startsWith('["sum"');
  });
  const { migrations, ...known } = JSON.parse(head) as { migrations: string[] };
  const before = { ...known, migrations: migrations.filter((name) => name < '012') };
  // The columns that tables have gained since then.
  const names =
    'is_pending|device|erased_at|settled_at|password_ends_at|public_id|place|user_agent|is_host_only|changes|ordinal|updated_at|' +
    'email_confirmed_at|pending_email|mail_off|shows_picture|owner_id|permission|permission_at|' +
    'sso_issuer|sso_subject|share|paid_on|paid_first|handover_generation|may_take';
  const isLater = new RegExp(`(,"(${names})")+\\]`);
  const lines = rest.map((line) => line.replace(isLater, ']'));
  expect(lines).not.toEqual(rest);
  lines[lines.length - (rest.at(-1) === '' ? 2 : 1)] = JSON.stringify([
    'end',
    rest.filter((line) => line.startsWith('{')).length,
  ]);
  await writeFile(older, gzipSync([JSON.stringify(before), ...lines].join('\n')));
  const { orm, url } = await emptyDatabase();
  await loadBackup(orm, { file: older, mayReplace: false });
  const probe = openProbe(url);
  onTestFinished(() => probe.close());
  expect(await probe.readiness()).toBe('ready');
});

test('a backup of a newer build is reported as such', async () => {
  const [head = '', ...rest] = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  const newer = path.join(folder, 'newer.backup.gz');
  const known = JSON.parse(head) as { migrations: string[] };
  const changed = { ...known, migrations: [...known.migrations, '999-later'] };
  await writeFile(newer, gzipSync([JSON.stringify(changed), ...rest].join('\n')));
  const { orm } = await emptyDatabase();
  await expect(loadBackup(orm, { file: newer, mayReplace: true })).rejects.toThrow(
    'has the schema 999-later, and this build reads schemas up to',
  );
});

test('what an older build saved of tables that a newer one fills anew is left out', async () => {
  const others = [
    '["table","payout_months",["month","users","lines","unpaid_lines","cents","paid_cents"]]',
    '{"month":"2001-01-01","users":1,"lines":1,"unpaid_lines":1,"cents":1,"paid_cents":1}',
  ];
  const sum = new LineSum();
  sum.add(others[1] ?? '');
  const saved = await alter((lines) => {
    const rows = lines.filter((line) => line.startsWith('{')).length;
    const end = JSON.stringify(['end', rows]);
    const sumLine = JSON.stringify(['sum', 'payout_months', 1, sum.is.sum]);
    return [
      ...lines.filter((line) => !line.startsWith('["end"') && line !== ''),
      ...others,
      sumLine,
      end,
    ];
  });
  const { orm } = await emptyDatabase();
  await loadBackup(orm, { file: saved, mayReplace: false });
  const month = "select from payout_months where month < '2002-01-01'";
  expect(await orm.em.fork().execute(month)).toEqual([]);
});
