import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createPlainServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { examine } from '../doctor/examine.ts';
import { type Finding, reportOf } from '../doctor/finding.ts';
import { checkSettings } from '../doctor/settings.ts';
import { parseEnv } from '../env/env.ts';
import { startServer, type RunningServer } from '../start/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { startMailServer, type MailServer } from '../../src/test/mail-server.ts';
import { startTestServer, TEST_SESSION_KEY } from '../../src/test/server.ts';

const SUNLOOP = path.join(import.meta.dirname, '../sunloop.ts');
const KEY = 'a3f1c9d27b5e4880916fd2c4ab70e35d';
const AGE_KEY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;

let database: TestDatabase;
let mail: MailServer;
let folder: string;
let server: RunningServer;
let settings: Record<string, string>;
beforeAll(async () => {
  [database, mail] = [await createTestDatabase(), await startMailServer()];
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-doctor-'));
  const port = await freePort();
  settings = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SESSION_KEYS: KEY,
    ADMIN_PASSWORD: 'a brand new horse',
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@sun.example',
    BACKUP_DIR: folder,
    BACKUP_KEY: AGE_KEY,
    BACKUP_COPY: 'true',
    WEB_CONCURRENCY: '1',
  };
  // The night's backup is put there below instead.
  const { BACKUP_DIR: _, ...serving } = settings;
  server = await startServer(parseEnv(serving), { log: pino({ level: 'silent' }) });
  await database.orm.em.fork().execute(
    `insert into backup_runs (night, saved_at, bytes, rows, verified_at, copied_at)
     values (current_date, now(), 1, 1, now(), now())`,
  );
});
afterAll(async () => {
  await server.stop();
  await Promise.all([database.drop(), mail.close(), rm(folder, { recursive: true })]);
});

/** The database of the tests gives safety up for speed; a test of its own sees that this is said. */
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
  const env = { PATH: process.env['PATH'], ...settings, ...changes };
  execFile(process.execPath, [SUNLOOP, 'doctor', ...args], { env }, done);
  return promise;
}

/** The same without a process of its own; `url` is what --url names. */
async function look(changes: Record<string, string> = {}, url?: string): Promise<Told> {
  const all = await examine({ ...settings, ...changes }, url ? new URL(url) : undefined);
  const findings = all.filter(({ say }) => !IS_UNSAFE.test(say));
  return {
    code: findings.some(({ level }) => level === 'bad') ? 1 : 0,
    out: reportOf(findings),
    of: (wanted) =>
      findings.filter(({ level }) => level === wanted).map(({ check, say }) => `${check}: ${say}`),
  };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  return port;
}

test('of a good installation that runs, nothing is bad, and it keeps no trace of the visit', async () => {
  const { code, of, out } = await doctor({}, ['--url', settings['PUBLIC_ORIGIN'] ?? '']);
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
  const em = database.orm.em.fork();
  expect(await em.execute("select 1 from login_attempts where email like 'doctor.%'")).toEqual([]);
});

test('settings that are wrong are named, each in a line', async () => {
  const { code, of } = await doctor({ PORT: 'many', DATABASE_URL: 'mysql://db/x' });
  expect(code).toBe(1);
  expect(of('bad')).toEqual([
    'settings: PORT must be a whole number from 0 to 65535',
    'settings: DATABASE_URL must look like postgres://user:password@host:5432/database',
  ]);
});

test.for([
  [
    { SMTP_URL: 'smtp://127.0.0.1.sun.example', SMTP_WITHOUT_TLS: 'true' },
    /^mail: SMTP_WITHOUT_TLS/,
  ],
  [{ SMTP_URL: 'smtp://mail.sun.example:465' }, /^mail: .*smtp:\/\/ to port 465.* smtps:\/\/ /],
  [
    {
      OIDC_ISSUER: 'http://idp:8080',
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
      OIDC_WITHOUT_TLS: 'true',
    },
    /^single sign-on: OIDC_ISSUER is http/,
  ],
  [{ SMTP_URL: 'smtps://mail.sun.example:587' }, /^mail: .*smtps:\/\/ to port 587.* smtp:\/\/ /],
] as const)('%j is something to think of', async ([changes, line]) => {
  expect(checkSettings(parseEnv({ ...settings, ...changes })).map(lineOf('warn'))).toContainEqual(
    expect.stringMatching(line),
  );
});

test('whom single sign-on turned away is counted, with what to do', async () => {
  const em = database.orm.em.fork();
  await em.execute(`insert into sso_refusals values (current_date, 'unverified', 9, now())`);
  const sso = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
  expect((await look(sso)).of('warn')).toContainEqual(
    expect.stringMatching(/^single sign-on: 9 sign-ins were turned away.*OIDC_VERIFIED_BY/),
  );
  await em.execute('delete from sso_refusals');
});

test.for(['smtp://127.0.0.1:2525', 'smtp://mail.sun.example:2525', 'smtps://mail.sun.example'])(
  'nothing is to think of about %s',
  (SMTP_URL) => {
    const found = checkSettings(parseEnv({ ...settings, SMTP_URL }));
    expect(found.filter(({ check }) => check === 'mail')).toEqual([]);
  },
);

const lineOf =
  (wanted: string) =>
  ({ level, check, say }: Finding) =>
    level === wanted && `${check}: ${say}`;

test.for([
  [{ PUBLIC_ORIGIN: 'https://sun.example' }, /^proxy: .*TRUST_PROXY is 0/],
  [{ PUBLIC_ORIGIN: 'http://sun.example' }, /^origin: PUBLIC_ORIGIN is http/],
  [{ SESSION_KEYS: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }, /^session keys: one can be guessed/],
  [{ SESSION_KEYS: KEY.toUpperCase() }, /^session keys: the process that started last has others/],
  [{ METRICS_TOKEN: 'secret' }, /^metrics: .*can be guessed/],
  [{ SMTP_URL: 'smtp://127.0.0.1:9' }, /^mail: .*does not take us: .*ECONNREFUSED/],
  [{ MAIL_FROM: 'nobody' }, /^mail: MAIL_FROM must look like/],
  [{ OIDC_ISSUER: 'https://login.sun.example' }, /^single sign-on: OIDC_CLIENT_ID/],
  [{ DATABASE_POOL_SIZE: '5000' }, /^connections: 1 processes of \d+ .* raise max_connections/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:9/x' }, /^database: .*ECONNREFUSED.*correct DATABASE_URL/],
  [{ BACKUP_DIR: '/dev/null' }, /^disk: BACKUP_DIR .*is no folder/],
  // Root may write everywhere, and finds no room there.
  [{ BACKUP_DIR: '/proc/nowhere' }, /^disk: .*(cannot be written|0 MB are free at BACKUP_DIR)/],
  [{ DISK_RESERVE_MB: '1000000' }, /^disk: .*writes are refused below 1000000/],
] as const)('%j is found, with what to do', async ([changes, line]) => {
  const { code, of, out } = await look(changes);
  expect(code, out).toBe(1);
  expect(of('bad')).toContainEqual(expect.stringMatching(line));
});

test('what an installation may lack is told without a failure', { tags: 'sweep' }, async () => {
  const { PUBLIC_ORIGIN, SMTP_URL, BACKUP_DIR, SESSION_KEYS } = { ...settings };
  const none = { PUBLIC_ORIGIN: '', SMTP_URL: '', BACKUP_DIR: '', SESSION_KEYS: '' };
  expect([PUBLIC_ORIGIN, SMTP_URL, BACKUP_DIR, SESSION_KEYS]).not.toContain(undefined);
  await writeFile(path.join(folder, 'admin-password'), 'secret', { mode: 0o600 });
  onTestFinished(() => rm(path.join(folder, 'admin-password')));
  const { code, of, out } = await look(none);
  expect(code, out).toBe(0);
  for (const check of ['origin', 'mail', 'backup', 'session keys', 'first password'])
    expect(of('warn')).toContainEqual(expect.stringMatching(new RegExp(`^${check}: `)));
});

test('a secret that others may read is bad', async () => {
  const file = path.join(folder, 'session-key');
  await writeFile(file, 'secret');
  await chmod(file, 0o644);
  onTestFinished(() => rm(file));
  expect((await look()).of('bad')).toEqual([expect.stringMatching(/^secrets: .*chmod 600$/)]);
});

test('where the database cannot be asked, the settings of backups still are', async () => {
  const { of } = await look({ DATABASE_URL: 'postgres://127.0.0.1:9/x', BACKUP_KEY: '' });
  expect(of('warn')).toContainEqual(expect.stringMatching(/^backup: it is not encrypted/));
});

test('backups that stopped or failed are bad', async () => {
  const em = database.orm.em.fork();
  onTestFinished(async () => {
    await em.execute('update backup_runs set saved_at = now(), verified_at = now(), fault = null');
  });
  await em.execute("update backup_runs set saved_at = now() - interval '50 hours'");
  expect((await look()).of('bad')).toEqual([
    "backup: none was saved for 50 hours: the server's log says why",
  ]);
  await em.execute(
    "update backup_runs set saved_at = now(), verified_at = null, fault = 'no room', fault_at = now()",
  );
  expect((await look()).of('bad')).toEqual([
    'backup: the newest failed: no room',
    "backup: none was restored and compared for ever: the server's log says why",
  ]);
});

test('a database that is empty, behind, or newer than the build', async () => {
  const own = await createTestDatabase();
  onTestFinished(() => own.drop());
  const em = own.orm.em.fork();
  // No server runs on it.
  const url = { DATABASE_URL: own.url, PUBLIC_ORIGIN: '' };
  await em.execute("update mikro_orm_migrations set name = 'Migration999Later' where id = 1");
  expect((await look(url)).of('bad')).toEqual([
    expect.stringMatching(/^migrations: .*newer version \(Migration999Later\)/),
  ]);
  await em.execute('delete from mikro_orm_migrations where id = 1');
  expect((await look(url)).of('warn')).toContainEqual(
    'migrations: 1 wait, and run at the next start: make a backup first',
  );
  await em.execute('drop schema public cascade; create schema public');
  const planned = await look(url);
  expect(planned.of('warn')).toContainEqual(
    'migrations: the database is empty: the first start sets it up',
  );
  expect(planned.code).toBe(0);
});

test('a role without rights is told what follows', { tags: 'sweep' }, async () => {
  const own = await createTestDatabase();
  const em = own.orm.em.fork();
  const name = new URL(own.url).pathname.slice(1);
  await em.execute(
    `create role "${name}" login password 'secret'; grant select on all tables in schema public to "${name}";
     revoke execute on function pg_control_system(), pg_walfile_name(pg_lsn) from public`,
  );
  onTestFinished(async () => {
    await em.execute(`drop owned by "${name}"; drop role "${name}"`);
    await own.drop();
  });
  const url = Object.assign(new URL(own.url), { username: name, password: 'secret' }).href;
  const { of, out } = await look({ DATABASE_URL: url });
  const rights = (level: 'bad' | 'warn') => of(level).filter((line) => line.startsWith('rights: '));
  expect(rights('bad'), out).toEqual([
    expect.stringContaining('may not create tables'),
    expect.stringContaining('may not create databases'),
  ]);
  expect(rights('warn')).toEqual([
    expect.stringContaining('pg_control_system() is refused'),
    expect.stringContaining('pg_walfile_name() is refused'),
  ]);
});

test('one that takes no writes is bad', { tags: 'sweep' }, async () => {
  const url = `${database.url}?options=-c%20default_transaction_read_only%3Don`;
  expect((await look({ DATABASE_URL: url })).of('bad')).toContainEqual(
    expect.stringMatching(/^database: it takes no writes/),
  );
});

test('which origin and address arrive, the visit says', { tags: 'sweep' }, async () => {
  const tests = [
    { trustProxy: 1, line: /^address: what a visitor claims in X-Forwarded-For is believed/ },
    { publicOrigin: 'https://sun.example', line: /^origin: a sign-in is refused/ },
  ];
  for (const { line, ...deps } of tests) {
    const other = await startTestServer({ database, sessionKeys: [TEST_SESSION_KEY], ...deps });
    const { code, of, out } = await look({}, other.url);
    await other.close();
    expect(of('bad'), out).toContainEqual(expect.stringMatching(line));
    expect(code).toBe(1);
  }
  const elsewhere = await startTestServer();
  onTestFinished(() => elsewhere.close());
  const { of } = await look({}, elsewhere.url);
  expect(of('bad')).toContainEqual(expect.stringMatching(/^address: .*on another database/));
});

test('a proxy that is not counted is noticed by the address that arrives', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has more than one address on loopback');
  const other = await startTestServer({ database });
  onTestFinished(() => other.close());
  const own = createPlainServer((socket) => {
    const onward = connect(Number(new URL(other.url).port), '127.0.0.1');
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => own.once('listening', resolve));
  onTestFinished(() => void own.close());
  const { port: front } = own.address() as AddressInfo;
  const { of } = await look({}, `http://localhost:${front}`);
  expect(of('bad')).toContainEqual(
    expect.stringMatching(/^address: 127\.0\.0\.1 arrives and not 127\.0\.7\.1.*TRUST_PROXY/),
  );
});

test('an installation that is gone, and one whose clock is wrong', { tags: 'sweep' }, async () => {
  const gone = await look({}, 'https://127.0.0.1:9');
  expect(gone.of('bad')).toEqual([expect.stringMatching(/^visit: .*does not answer/)]);
  const late = createServer((_, response) => {
    response.writeHead(200, { Date: new Date(Date.now() - 60_000).toUTCString() }).end('ready');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => late.once('listening', resolve));
  onTestFinished(() => void late.close());
  const { port } = late.address() as AddressInfo;
  const { of } = await look({}, `http://localhost:${port}`);
  expect(of('bad')).toContainEqual(
    expect.stringMatching(/^clock: that machine's is (59|6\d) s off/),
  );
});

test('its own database, which does not run, is not started', { tags: 'sweep' }, async () => {
  const empty = path.join(folder, 'planned');
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
