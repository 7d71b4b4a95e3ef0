import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { routes } from '@sunloop/shared-types/routes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { canUse, chooseAccount, findUser } from '../embedded/account.ts';
import { giveUpRoot, type RootlessWish } from './give-up-root.ts';
import { TestClient } from '../../src/test/client.ts';
import { createTestDatabase } from '../../src/test/database.ts';
import { makeCustomer } from '../../src/test/people.ts';
import {
  makeReachableFolder,
  reachableProgram,
  type ReachableProgram,
} from '../../src/test/reachable.ts';
import { startWorkerGroup } from '../../src/test/processes/worker-group.ts';

/** Only root has rights to give up. */
const asRoot = test.skipIf(process.getuid?.() !== 0);
const NOBODY = 'nobody';
/** On a busy machine, making a database takes long. Milliseconds. */
const READY_MS = 240_000;

interface Started {
  readonly child: ChildProcess;
  readonly origin: string;
  /** What the server says about its rights. */
  readonly rights: string;
}

/** The server as `npm start` runs it, ready. */
async function start(
  { node, main }: ReachableProgram,
  env: Record<string, string>,
  cwd?: string,
): Promise<Started> {
  const { PATH = '' } = process.env;
  const child = spawn(node, [main], {
    cwd,
    env: { PATH, PORT: '0', WEB_CONCURRENCY: '1', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => lines.push(line));
  const find = (part: string) => lines.find((line) => line.includes(part));
  await expect
    .poll(() => find('goes on as') ?? String(child.exitCode), { timeout: READY_MS })
    .toContain('goes on');
  const origin = /http:\S+/.exec(find('is ready') ?? '')?.[0] ?? '';
  return { child, origin, rights: find('goes on as') ?? '' };
}

async function stop({ child }: Started): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

/** User, group and supplementary groups of a process, both real and effective. */
async function rightsOf(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const idsOf = (name: string) =>
    new Set(new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1]?.trim().split(/\s+/));
  return [idsOf('Uid'), idsOf('Gid'), idsOf('Groups')];
}

asRoot(
  'a server started as root serves and stops as the user of RUN_AS',
  { tags: 'sweep', timeout: 2 * READY_MS },
  async () => {
    const nobody = await findUser(NOBODY);
    const [database, dataDir, program] = [
      await createTestDatabase(),
      await makeReachableFolder(nobody),
      await reachableProgram(nobody),
    ];
    onTestFinished(() => database.drop());
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, RUN_AS: NOBODY };
    const server = await start(program, env);
    expect(server.rights).toContain(`goes on as user ${nobody?.uid}, not as root`);
    const group = new Set([String(nobody?.gid)]);
    expect(await rightsOf(server.child.pid)).toEqual([
      new Set([String(nobody?.uid)]),
      group,
      group,
    ]);
    await new TestClient(server.origin).signUp('rootless');
    expect((await fetch(server.origin)).status).toBeLessThan(500);
    expect(await stop(server)).toBe(0);
  },
);

asRoot(
  'workers go on as that user with their supervisor, and so do those after them',
  { tags: 'sweep' },
  async () => {
    const [database, nobody] = [await createTestDatabase(), await findUser(NOBODY)];
    onTestFinished(() => database.drop());
    const env = { WEB_CONCURRENCY: '2', DATABASE_URL: database.url, RUN_AS: NOBODY };
    const dataDir = await makeReachableFolder(nobody);
    const group = await startWorkerGroup(
      { ...env, DATA_DIR: dataDir },
      await reachableProgram(nobody),
    );
    onTestFinished(() => group.stop());
    await group.says(`goes on as user ${nobody?.uid}, not as root`);
    const { client, user } = await makeCustomer(group);
    const [uid, gid] = [new Set([String(nobody?.uid)]), new Set([String(nobody?.gid)])];
    const areNobody = async () => {
      await expect.poll(group.serving).toHaveLength(2);
      for (const pid of [group.supervisor, ...group.serving()])
        expect(await rightsOf(pid)).toEqual([uid, gid, gid]);
    };
    await areNobody();
    group.signal('SIGHUP');
    await group.says('All workers are replaced');
    await areNobody();
    // They sign with the key that only root may read.
    expect((await client.call(routes.currentUser)).body.id).toBe(user.id);
  },
);

asRoot(
  'a server with its own PostgreSQL goes on as another user than that, and it is restarted',
  { tags: 'sweep', timeout: 4 * READY_MS },
  async () => {
    const nobody = await findUser(NOBODY);
    const [dataDir, program] = [await makeReachableFolder(nobody), await reachableProgram(nobody)];
    // As `npm start` gives it: below the folder of the project.
    const server = await start(
      program,
      { DATA_DIR: path.basename(dataDir) },
      path.dirname(dataDir),
    );
    const account = await chooseAccount(path.join(dataDir, 'postgres'));
    const web = await findUser('sunloop-web');
    expect(web?.uid).not.toBe(account?.uid);
    expect((await rightsOf(server.child.pid))[0]).toEqual(new Set([String(web?.uid)]));
    expect(web && (await canUse(web, path.join(dataDir, 'postgres'), 'read'))).toBe(false);
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    const pidOf = async () => Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    const before = await pidOf();
    process.kill(before, 'SIGKILL');
    const isReady = async () =>
      (await pidOf()) !== before && (await fetch(`${server.origin}/readyz`)).status === 200;
    await expect.poll(isReady, { timeout: READY_MS }).toBe(true);
    expect(await stop(server)).toBe(0);
    // It leaves a lock behind that no process owns: the next start takes it over.
    const again = await start(program, { DATA_DIR: dataDir });
    expect(await stop(again)).toBe(0);
  },
);

const wish = (overrides: Partial<RootlessWish>): RootlessWish => ({
  runAs: NOBODY,
  dataDir: tmpdir(),
  databaseAccount: undefined,
  files: [],
  folders: [],
  ...overrides,
});

asRoot('a server that goes on as root says why', async () => {
  const nobody = await findUser(NOBODY);
  const folder = path.join(await makeReachableFolder(nobody), 'closed');
  await mkdir(folder, { mode: 0o700 });
  const page = path.join(folder, 'index.html');
  await writeFile(page, '');
  const why = async (overrides: Partial<RootlessWish>) => giveUpRoot(wish(overrides));
  const start = 'Sunloop goes on as root, which it no longer needs: ';
  expect(await why({ runAs: 'no-such-user' })).toBe(
    `${start}there is no user no-such-user (RUN_AS)`,
  );
  expect(await why({ runAs: 'root' })).toBe(`${start}RUN_AS is root`);
  expect(await why({ files: [page] })).toBe(`${start}user ${nobody?.uid} may not read ${page}`);
  expect(process.getuid?.()).toBe(0);
});
