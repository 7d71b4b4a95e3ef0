import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../src/test/database.ts';
import { findSettings, parseSettings } from '../env/find-settings.ts';

const SUNLOOP = path.join(import.meta.dirname, '../sunloop.ts');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-none-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs `sunloop` in the test's folder, with no settings but these. */
function sunloop(words: readonly string[], env: Readonly<Record<string, string>>) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; said: string }>();
  const done = (error: ExecFileException | null, out: string, err: string) =>
    resolve({ code: Number(error?.code ?? 0), said: `${out}${err}` });
  const child = execFile(process.execPath, [SUNLOOP, ...words], { env, cwd: folder }, done);
  child.stdin?.on('error', () => undefined).end('a brand new horse\n');
  return promise;
}

const COMMANDS = [
  ['admin', 'make', 'boss@example.com'],
  ['backup', 'saved.backup.gz'],
  ['doctor'],
  ['migrate'],
  ['restore', 'saved.backup.gz'],
  ['restore', 'saved.backup.gz', '--replace'],
  ['rotate-key', 'receipt'],
];

test.for(COMMANDS)(
  'without an installation, sunloop %s refuses and makes nothing',
  async (words) => {
    const { code, said } = await sunloop(words, { DATA_DIR: path.join(folder, 'none') });
    expect(said).toMatch(
      /^Acts on Sunloop's own database in .*none, by the settings of the environ/,
    );
    expect(said).toMatch(/(There is no database|there is none) in .*none/);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('nor does one without settings', { tags: 'sweep' }, async ({ skip }) => {
  skip(existsSync('/etc/sunloop.env'), 'this machine has an installation');
  const { code, said } = await sunloop(['backup'], {});
  expect(said).toContain(`Acts on Sunloop's own database in ${folder}/.data`);
  expect(code).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('a command that there is not is answered with those that there are', async () => {
  const usage = 'Sunloop: Usage: sunloop admin|backup|doctor|migrate|restore|rotate-key\n';
  for (const words of [[], ['toString'], ['demo']])
    expect(await sunloop(words, {})).toEqual({ code: 1, said: usage });
});

test('restore refuses beside whoever is connected, and its words', async () => {
  const database = await createTestDatabase();
  try {
    const env = { DATABASE_URL: database.url };
    // The test itself is connected.
    await database.orm.em.fork().execute('select 1');
    const { code, said } = await sunloop(['restore', 'saved.backup.gz', '--replace'], env);
    expect(said).toContain('Others are connected to this database: a server from 127.0.0.1');
    expect(code).toBe(1);
    const wrong = [['x', 'y'], [], ['x', '--new', '--replace'], ['x', '--fast']];
    for (const words of wrong)
      expect((await sunloop(['restore', ...words], env)).said).toContain('Usage: sunloop restore');
    expect((await sunloop(['restore', 'x', '--new'], env)).said).toContain('DATABASE_URL names');
  } finally {
    await database.drop();
  }
});

test('restore --new makes a database, once', { tags: 'sweep' }, async () => {
  const database = await createTestDatabase();
  try {
    const file = path.join(folder, 'saved.backup.gz');
    await sunloop(['backup', file], { DATABASE_URL: database.url });
    const env = { DATA_DIR: path.join(folder, 'data') };
    expect((await sunloop(['restore', file, '--new'], env)).said).toMatch(/\nRestored \d+ rows/);
    const again = await sunloop(['restore', file, '--new'], env);
    expect(again.said).toContain('There is a database in');
    expect(again.code).toBe(1);
    expect((await sunloop(['restore', file], env)).said).toMatch(/\nRestored \d+ rows/);
  } finally {
    await database.drop();
  }
});

test('the settings of an installation are those of its unit and its file', async () => {
  const file = path.join(folder, 'sunloop.env');
  await writeFile(file, '# a comment\nDATABASE_URL=postgres://x@y/z#1\nMAIL_FROM="A <a@b.c>"\n');
  const found = await findSettings({ BACKUP_KEY: 'k' }, file);
  expect(found.source).toBe(file);
  expect(found.variables).toEqual({
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/sunloop',
    DATABASE_URL: 'postgres://x@y/z#1',
    MAIL_FROM: 'A <a@b.c>',
    BACKUP_KEY: 'k',
  });
  const own = { DATA_DIR: 'here' };
  expect(await findSettings(own, file)).toEqual({ variables: own, source: 'the environment' });
  await expect(findSettings({}, folder)).rejects.toThrow('run this as root');
});

test('a file of settings is read as systemd reads it', () => {
  const text = " A=1 \r\n;B=2\nC = 3\nD=\nE=a # b\nF='x y'\nG=\"x";
  expect(parseSettings(text)).toEqual({ A: '1', D: '', E: 'a # b', F: 'x y', G: '"x' });
});
