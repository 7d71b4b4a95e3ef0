import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { upkeepOf } from '../../../src/db/orm.ts';
import { REQUEST_DEADLINES } from '../../../src/db/deadlines.ts';
import { writeReferenceData } from '../../install/reference-data.ts';
import { openOrm } from '../../start/open-orm.ts';
import { databaseUrl } from '../../../src/test/cluster.ts';
import { createTestDatabase } from '../../../src/test/database.ts';
import { backUpIfDue, type NightlyWork } from './back-up.ts';
import { nightOf } from './nights.ts';

interface Row {
  night: string;
  file: string | null;
  rows: string | null;
  isVerified: boolean;
  isCopied: boolean;
  fault: string | null;
}

async function setUp(settings: Partial<NightlyWork['settings']> = {}) {
  const database = await createTestDatabase();
  await writeReferenceData(database.orm);
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-nightly-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  let now = new Date('2026-03-29T08:00:00Z');
  const lines: string[] = [];
  const work: NightlyWork = {
    orm: database.orm,
    openOther: (name) => openOrm({ url: databaseUrl(database.url, name) }),
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    settings: { folder, keep: 2, hour: 8, key: undefined, copy: undefined, ...settings },
    signal: new AbortController().signal,
    clock: () => Promise.resolve(now),
  };
  return {
    database,
    folder,
    lines,
    work,
    run: (other: Partial<NightlyWork> = {}) => backUpIfDue({ ...work, ...other }),
    at: (time: string) => {
      now = new Date(time);
    },
    files: async () =>
      (await readdir(folder)).filter((name) => name.startsWith('sunloop-')).toSorted(),
    rows: () =>
      database.orm.em.fork().execute<Row[]>(
        `select night::text, file, rows::text, verified_at is not null as "isVerified",
           copied_at is not null as "isCopied", fault from backup_runs order by night`,
      ),
    scratch: () =>
      database.orm.em
        .fork()
        .execute("select 1 from pg_database where datname = current_database() || '_backup_trial'"),
  };
}

test('a night has one backup, restored and compared, and the next night the next one', async () => {
  const { run, at, files, rows, scratch, lines } = await setUp();
  expect(await run()).toBe(true);
  expect(await run()).toBe(false);
  at('2026-03-30T07:59:59Z');
  expect(await run()).toBe(false);
  at('2026-03-30T08:00:00Z');
  expect(await run()).toBe(true);
  expect(await rows()).toMatchObject([
    { night: '2026-03-29', isVerified: true, fault: null },
    { night: '2026-03-30', isVerified: true, fault: null },
  ]);
  expect(await files()).toHaveLength(2);
  expect(await scratch()).toEqual([]);
  expect(lines.join('')).toContain('restored and compared');
});

test(
  'a clock put back makes no second one, and missed nights are made up for by one',
  { tags: 'sweep' },
  async () => {
    const { run, at, files } = await setUp();
    await run();
    at('2026-03-28T23:00:00Z');
    expect(await run()).toBe(false);
    at('2026-04-09T21:00:00Z');
    expect(await run()).toBe(true);
    expect(await run()).toBe(false);
    expect(await files()).toHaveLength(2);
  },
);

test.each([
  ['2026-03-29T07:59:59.999Z', '2026-03-28'],
  ['2026-03-29T08:00:00.000Z', '2026-03-29'],
  ['2026-03-30T07:59:59.999Z', '2026-03-29'],
])('at %s the night of %s is the newest', (at, night) => {
  expect(nightOf(new Date(at), 8)).toBe(night);
});

test('two processes make one backup', { tags: 'sweep' }, async () => {
  const { run, files, database } = await setUp();
  const orm = await openOrm({
    url: database.url,
    bounds: upkeepOf({ deadlines: REQUEST_DEADLINES, poolSize: 3, queueMax: 10 }),
  });
  onTestFinished(() => orm.close(true));
  const made = await Promise.all([run(), run({ orm }), run(), run({ orm })]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await files()).toHaveLength(1);
});

test(
  'of the files that are tried, as many are kept as asked for; others stay',
  { tags: 'sweep' },
  async () => {
    const { run, at, files, folder } = await setUp();
    await writeFile(path.join(folder, 'sunloop-by-hand.backup.gz'), 'mine');
    for (const day of ['01', '02', '03', '04']) {
      at(`2026-04-${day}T09:00:00Z`);
      await run();
    }
    const left = await files();
    expect(left).toHaveLength(3);
    expect(left.join(' ')).toMatch(/by-hand.*2026-04-03.*2026-04-04/);
  },
);

test(
  'a backup that was altered on its way to the disk is found, removes nothing, and an hour later there is another',
  { tags: 'sweep' },
  async () => {
    const { run, at, files, rows, folder, lines, scratch } = await setUp({ keep: 1 });
    await run();
    at('2026-03-30T08:00:00Z');
    const requireRoom = async () => {
      const [, newest = ''] = await files();
      const file = path.join(folder, newest);
      const text = gunzipSync(await readFile(file)).toString();
      await writeFile(file, gzipSync(text.replace('"value": "', '"value": "1')));
    };
    await run({ requireRoom });
    expect(await files()).toHaveLength(2);
    const [, damaged] = await rows();
    expect(damaged?.isVerified).toBe(false);
    expect(damaged?.fault).toContain('its rows of system_settings are not those that were saved');
    expect(lines.join('')).toContain('the backup of the night failed');
    at('2026-03-30T08:59:00Z');
    expect(await run()).toBe(false);
    at('2026-03-30T09:01:00Z');
    expect(await run()).toBe(true);
    expect((await rows())[1]).toMatchObject({ isVerified: true, fault: null });
    expect(await files()).toHaveLength(1);
    expect(await scratch()).toEqual([]);
  },
);

test('what fails hour after hour is said once', { tags: 'sweep' }, async () => {
  const { run, at, rows } = await setUp();
  const requireRoom = () => Promise.reject(new Error('no room'));
  await run({ requireRoom });
  at('2026-03-29T09:30:00Z');
  expect(await run({ requireRoom })).toBe(true);
  expect(await rows()).toMatchObject([{ isVerified: false, fault: 'No room' }]);
});

test('what is restored otherwise than it was saved is found', { tags: 'sweep' }, async () => {
  const { run, rows, work } = await setUp();
  const openOther: NightlyWork['openOther'] = async (name) => {
    const orm = await work.openOther(name);
    const close = orm.migrator.up.bind(orm.migrator);
    orm.migrator.up = async (options) => {
      const steps = await close(options);
      await orm.em.fork().execute(`delete from system_settings where key like 'retention.%'`);
      return steps;
    };
    return orm;
  };
  await run({ openOther });
  expect((await rows())[0]?.fault).toMatch(/system_settings: \d+ rows saved, \d+ restored/);
});

test(
  'a user who may create no database is told so, and the backup stays',
  { tags: 'sweep' },
  async () => {
    const { run, at, rows, files, database } = await setUp();
    const name = `limited_${Math.random().toString(36).slice(2, 10)}`;
    const em = database.orm.em.fork();
    await em.execute(`create role ${name} login superuser nocreatedb password 'limited'`);
    await em.execute(`alter role ${name} nosuperuser`);
    await em.execute(`grant all on all tables in schema public to ${name}`);
    const url = Object.assign(new URL(database.url), { username: name, password: 'limited' });
    const orm = await openOrm({ url: url.href });
    try {
      await run({ orm });
      at('2026-03-29T12:00:00Z');
      expect(await run({ orm })).toBe(false);
    } finally {
      await orm.close(true);
      await em.execute(`drop owned by ${name}`);
      await em.execute(`drop role ${name}`);
    }
    expect(await rows()).toMatchObject([
      {
        isVerified: false,
        fault: `The database user ${name} may not create a database to restore into: alter role "${name}" createdb`,
      },
    ]);
    expect(await files()).toHaveLength(1);
  },
);

test(
  'a copy that fails is noted, and made at the next run with the new one',
  { tags: 'sweep' },
  async () => {
    const { run, at, rows, folder, lines } = await setUp();
    const copies = path.join(folder, 'copies');
    const copy = `mkdir "${copies}" && echo hush >&2 && exit 3`;
    await run({ settings: { ...(await settingsOf(copy)) } });
    const [first] = await rows();
    expect(first).toMatchObject({ isVerified: true, isCopied: false });
    expect(first?.fault).toMatch(/not copied: BACKUP_COPY ended with 3$/);
    expect(lines.join('')).toContain('hush');
    at('2026-03-30T08:00:00Z');
    await run({ settings: await settingsOf(`cp "$BACKUP_FILE" "${copies}/"`) });
    expect((await rows()).map(({ isCopied }) => isCopied)).toEqual([true, true]);
    expect(await readdir(copies)).toHaveLength(2);

    function settingsOf(command: string) {
      return Promise.resolve({ folder, keep: 2, hour: 8, key: undefined, copy: command });
    }
  },
);

test(
  'what a killed process left half-written goes, and a try that ends with the process leaves nothing',
  { tags: 'sweep' },
  async () => {
    const { run, rows, files, folder, scratch } = await setUp();
    const left = path.join(folder, 'sunloop-nightly-2026-03-28T08-00-00-000Z.backup.gz.part');
    await writeFile(left, 'half');
    await truncate(left, 2);
    const stop = new AbortController();
    const requireRoom = () => {
      stop.abort();
      return Promise.resolve();
    };
    await expect(run({ signal: stop.signal, requireRoom })).rejects.toThrow('aborted');
    expect(await rows()).toMatchObject([{ isVerified: false, fault: null }]);
    expect(await scratch()).toEqual([]);
    expect(await run()).toBe(true);
    expect(await rows()).toMatchObject([{ isVerified: true, fault: null }]);
    expect(await files()).toHaveLength(1);
  },
);
