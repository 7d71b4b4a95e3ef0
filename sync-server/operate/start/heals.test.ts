import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { routes } from '@sunloop/shared-types/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freeMb } from '../../src/db/disk-guard.ts';
import { findServers } from '../embedded/process-identity.ts';
import { parseEnv } from '../env/env.ts';
import { startServer, type RunningServer } from './server-process.ts';
import { TestClient } from '../../src/test/client.ts';

const SUNLOOP = path.join(import.meta.dirname, '../sunloop.ts');
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);
const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
/** What the server tells its operator from this moment. */
const told = (text: string) =>
  expect.poll(() => lines.some((line) => line.includes(text)), { timeout: 60_000 }).toBe(true);

let parent: string;
let dataDir: string;
/** Whether the data is on a separate disk that is small enough to fill. */
let isSmall = false;
let server: RunningServer | undefined;
let customer: TestClient;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'sunloop-heals-'));
  // The database's own account must reach it when the tests run as root.
  await chmod(parent, 0o755);
  isSmall = isRoot && (await mountSmallDisk(parent));
  dataDir = path.join(parent, 'data');
  server = await startServer(
    parseEnv({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_STATEMENT_TIMEOUT_MS: '500',
      // Half a second is not enough to connect on a busy machine.
      DATABASE_CONNECT_TIMEOUT_MS: '3000',
      DATABASE_RESTARTS: '3',
    }),
    { log },
  );
  customer = new TestClient(server.origin);
  await customer.signUp('patient');
});
afterAll(async () => {
  // What a failed start left behind is removed too.
  await server?.stop();
  if (isSmall) await run('umount', [parent]);
  await rm(parent, { recursive: true });
});

/** Mounts a disk in memory; false if this machine does not allow it. */
async function mountSmallDisk(folder: string): Promise<boolean> {
  const mount = ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder];
  return run('mount', mount).then(
    () => true,
    () => false,
  );
}

/** Fills the disk up to this many MB; the returned function makes room again. */
async function fillDisk(leftMb: number): Promise<() => Promise<void>> {
  const ballast = path.join(parent, 'ballast');
  const makeRoom = () => rm(ballast, { force: true });
  onTestFinished(makeRoom);
  await writeFile(ballast, Buffer.alloc(((await freeMb(parent)) - leftMb) * 1_000_000));
  return makeRoom;
}

async function postmasterPid(): Promise<number> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

/** Sends a signal to the database and all its processes; those that ended meanwhile need none. */
async function signalDatabase(name: NodeJS.Signals): Promise<void> {
  for (const pid of await findServers(path.join(dataDir, 'postgres'), 0)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

const addReferral = () => {
  const email = `${randomUUID()}@example.com`;
  return customer.fetch('/api/referrals', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Some Body', email }),
  });
};
const answersAgain = () =>
  expect
    .poll(async () => (await customer.fetch('/api/stats')).status, { timeout: 60_000 })
    .toBe(200);

test(
  'a frozen database is 503 within the deadline, and all is well once it thaws',
  { tags: 'sweep' },
  async () => {
    await signalDatabase('SIGSTOP');
    onTestFinished(() => signalDatabase('SIGCONT'));
    // The app gives up after 15 s.
    const asking = { signal: AbortSignal.timeout(15_000) };
    const reads = Array.from({ length: 30 }, () => customer.fetch('/api/stats', asking));
    for (const read of await Promise.all(reads)) {
      expect(read.status).toBe(503);
      expect(await read.json()).toMatchObject({ code: 'unavailable' });
      expect(read.headers.get('retry-after')).not.toBeNull();
    }
    expect((await customer.fetch('/readyz')).status).toBe(503);
    expect((await customer.fetch('/healthz')).status).toBe(200);
    await signalDatabase('SIGCONT');
    await answersAgain();
    expect((await addReferral()).status).toBe(201);
    expect((await customer.fetch('/readyz')).status).toBe(200);
  },
);

test('a killed database is reported and restarted', async () => {
  process.kill(await postmasterPid(), 'SIGKILL');
  await told('PostgreSQL ended by itself (killed by SIGKILL); starting it again');
  await answersAgain();
  await told('PostgreSQL is running again');
  expect((await addReferral()).status).toBe(201);
});

test('on a full disk reads go on, writes are 503, and all is well once there is room', async ({
  skip,
}) => {
  if (!isSmall) skip();
  await answersAgain();
  const makeRoom = await fillDisk(40);
  await expect.poll(async () => (await addReferral()).status, { timeout: 60_000 }).toBe(503);
  expect((await customer.call(routes.stats)).status).toBe(200);
  const ready = await customer.fetch('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'the disk is full']);
  await told('Reads are answered, writes are 503 until there is room');
  await makeRoom();
  await expect.poll(async () => (await addReferral()).status, { timeout: 60_000 }).toBe(201);
  await told('There is room again');
});

test(
  'a database that stops on a full disk is started once there is room',
  { tags: 'sweep' },
  async ({ skip }) => {
    if (!isSmall) skip();
    await answersAgain();
    const makeRoom = await fillDisk(8);
    process.kill(await postmasterPid(), 'SIGKILL');
    await told('PostgreSQL starts again once there are');
    await makeRoom();
    await answersAgain();
  },
);

test(
  'sunloop backup saves the database of a running server, and sunloop restore refuses to replace it',
  { tags: 'sweep' },
  async () => {
    await answersAgain();
    const file = path.join(parent, 'running.backup.gz');
    const command = (name: string, ...given: string[]) =>
      run(process.execPath, [SUNLOOP, name, file, ...given], { env: { DATA_DIR: dataDir } });
    expect((await command('backup')).stdout).toMatch(
      /^Acts on Sunloop's own database in .*\nSaved \d+ rows to /,
    );
    expect(gunzipSync(await readFile(file)).toString()).toContain('patient@example.com');
    await expect(command('restore', '--replace')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The server runs on the database in') as string,
    });
    expect((await customer.call(routes.stats)).status).toBe(200);
  },
);

test(
  'sunloop admin makes an admin in the database of a running server',
  { tags: 'sweep' },
  async () => {
    await answersAgain();
    const given = [SUNLOOP, 'admin', 'make', 'patient@example.com'];
    const { stdout } = await run(process.execPath, given, { env: { DATA_DIR: dataDir } });
    expect(stdout).toMatch(/^Acts on .*\npatient@example\.com is an admin now\.\n$/);
    expect((await customer.call(routes.currentUser)).body.role).toBe('admin');
  },
);

// Must be the last one: the server is unusable after it.
test('a database that cannot be started again ends the process', { tags: 'sweep' }, async () => {
  await answersAgain();
  const control = path.join(dataDir, 'postgres', 'global', 'pg_control');
  const pid = await postmasterPid();
  await rename(control, `${control}.away`);
  onTestFinished(() => rename(`${control}.away`, control));
  process.kill(pid, 'SIGKILL');
  await expect(server?.lost).resolves.toMatchObject({
    message: expect.stringContaining('PostgreSQL ended') as string,
  });
});
