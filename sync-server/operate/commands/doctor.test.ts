import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { examine } from '../doctor/examine.ts';
import { reportOf } from '../doctor/finding.ts';
import { checkSettings } from '../doctor/settings.ts';
import { parseEnv } from '../env/env.ts';
import {
  type Installation,
  startInstallation,
} from '../../src/test/bad-installations/installation.ts';

const SUNLOOP = path.join(import.meta.dirname, '../sunloop.ts');

let good: Installation;
beforeAll(async () => {
  good = await startInstallation();
});
afterAll(() => good.close());

/** The database of the tests gives safety up for speed. */
const IS_UNSAFE = /(fsync|full_page_writes|synchronous_commit) is off/;

interface Told {
  readonly code: number;
  readonly out: string;
  /** Lines of a level, without it. */
  readonly of: (level: 'ok' | 'warn' | 'bad') => readonly string[];
}

/** Runs `sunloop doctor` with these settings. */
function doctor(changes: Record<string, string> = {}, args: readonly string[] = []): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>();
  const done = (error: ExecFileException | null, out: string, err: string) => {
    const lines = `${out}${err}`.split('\n');
    resolve({
      code: Number(error?.code ?? 0),
      out: `${out}${err}`,
      of: (level) =>
        lines
          .filter((line) => !IS_UNSAFE.test(line))
          .filter((line) => line.startsWith(level.padEnd(6)))
          .map((line) => line.slice(6).replace(/ {2,}/, ': ')),
    });
  };
  const env = { PATH: process.env['PATH'], ...good.settings, ...changes };
  execFile(process.execPath, [SUNLOOP, 'doctor', ...args], { env }, done);
  return promise;
}

/** The same without a process of its own. */
async function look(changes: Record<string, string> = {}): Promise<Told> {
  const all = await examine({ ...good.settings, ...changes });
  const findings = all.filter(({ say }) => !IS_UNSAFE.test(say));
  return {
    code: findings.some(({ level }) => level === 'bad') ? 1 : 0,
    out: reportOf(findings),
    of: (wanted) =>
      findings.filter(({ level }) => level === wanted).map(({ check, say }) => `${check}: ${say}`),
  };
}

test('of a good installation that runs, nothing is bad, and it keeps no trace of the visit', async () => {
  const { code, of, out } = await doctor({}, ['--url', good.settings['PUBLIC_ORIGIN'] ?? '']);
  expect(of('bad'), out).toEqual([]);
  // The database of the tests has no other role.
  expect(of('warn')).toEqual([
    ...of('warn').filter((line) => line.startsWith('disk: ')),
    'rights: the role is a superuser, which the server does not need',
  ]);
  expect(out).toContain('fsync is off');
  expect(code).toBe(1);
  const seen = of('ok').map((line) => line.split(':')[0]);
  for (const check of ['migrations', 'backup', 'mail', 'TLS', 'origin', 'clock', 'visit'])
    expect(seen).toContain(check);
  expect(of('ok')).toContainEqual(
    expect.stringMatching(/^address: .*from which we came, arrives$/),
  );
  const tries = "select 1 from login_attempts where email like 'doctor.%'";
  expect(await good.server.sql(tries)).toEqual([]);
});

test('settings that are wrong are named, each in a line', async () => {
  const { code, of } = await doctor({ PORT: 'many', DATABASE_URL: 'mysql://db/x' });
  expect(code).toBe(1);
  expect(of('bad')).toEqual([
    'settings: PORT must be a whole number from 0 to 65535',
    'settings: DATABASE_URL must look like postgres://user:password@host:5432/database',
  ]);
});

test.for(['smtp://127.0.0.1:2525', 'smtp://mail.sun.example:2525', 'smtps://mail.sun.example'])(
  'nothing is to think of about %s',
  (SMTP_URL) => {
    const found = checkSettings(parseEnv({ ...good.settings, SMTP_URL }));
    expect(found.filter(({ check }) => check === 'mail')).toEqual([]);
  },
);

test('what an installation may lack is told without a failure', { tags: 'sweep' }, async () => {
  const { PUBLIC_ORIGIN, SMTP_URL, BACKUP_DIR, SESSION_KEYS } = { ...good.settings };
  const none = { PUBLIC_ORIGIN: '', SMTP_URL: '', BACKUP_DIR: '', SESSION_KEYS: '' };
  expect([PUBLIC_ORIGIN, SMTP_URL, BACKUP_DIR, SESSION_KEYS]).not.toContain(undefined);
  await writeFile(path.join(good.folder, 'admin-password'), 'secret', { mode: 0o600 });
  onTestFinished(() => rm(path.join(good.folder, 'admin-password')));
  const { code, of, out } = await look(none);
  expect(code, out).toBe(0);
  for (const check of ['origin', 'mail', 'backup', 'session keys', 'first password'])
    expect(of('warn')).toContainEqual(expect.stringMatching(new RegExp(`^${check}: `)));
});

test('the mail server gets no message', async () => {
  expect((await look()).of('bad')).toEqual([]);
  expect(good.mail.received).toEqual([]);
});

test('where the database cannot be asked, the settings of backups still are', async () => {
  const { of } = await look({ DATABASE_URL: 'postgres://127.0.0.1:9/x', BACKUP_KEY: '' });
  expect(of('warn')).toContainEqual(expect.stringMatching(/^backup: it is not encrypted/));
});

test('its own database, which does not run, is not started', { tags: 'sweep' }, async () => {
  const empty = path.join(good.folder, 'planned');
  const planned = { DATABASE_URL: '', DATA_DIR: empty, SESSION_KEYS: '', BACKUP_DIR: '' };
  expect((await doctor(planned)).of('bad')).toContainEqual(
    expect.stringMatching(/^database: there is none in .*planned/),
  );
  expect(existsSync(empty)).toBe(false);
  await mkdir(path.join(empty, 'postgres'), { recursive: true });
  await writeFile(path.join(empty, 'postgres/PG_VERSION'), '18');
  const { code, of, out } = await doctor(planned);
  expect(of('warn')).toContainEqual(
    expect.stringMatching(/^database: its own, which does not run/),
  );
  expect(code, out).toBe(0);
});

test('anything else is answered with how it is used', { tags: 'sweep' }, async () => {
  const wrong = [['--help'], ['--url'], ['--url', 'sun.example'], ['--url', 'ftp://x']];
  for (const { code, out } of await Promise.all(wrong.map((args) => doctor({}, args))))
    expect([code, out]).toEqual([1, expect.stringContaining('Usage: sunloop doctor')]);
});
