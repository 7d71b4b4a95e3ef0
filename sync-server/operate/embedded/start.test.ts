import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connection } from '../../src/db/orm.ts';
import { findRunning } from './find-running.ts';
import { stopOrphan } from './orphan.ts';
import { isAlive } from './process-identity.ts';
import { startEmbeddedPostgres } from './start.ts';

const isRoot = process.getuid?.() === 0;
const holder = path.join(import.meta.dirname, '../../src/test/processes/embedded-holder.ts');
let parent: string;
let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'sunloop-embedded-'));
  await chmod(parent, 0o755);
  dataDir = path.join(parent, 'data');
  children = [];
});
afterEach(async ({ task }) => {
  const left = children.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
  for (const child of left) child.kill('SIGKILL');
  // Stops what a failed test left running.
  if (left.length > 0 || task.result?.state !== 'pass') {
    const last = await start().catch(() => undefined);
    await last?.stop();
  }
  await rm(parent, { recursive: true });
});

const start = () => startEmbeddedPostgres({ dataDir, log: () => {} });

async function query(url: string, sql: string): Promise<unknown[]> {
  const orm = await MikroORM.init({ ...connection(url), discovery: { warnWhenNoEntities: false } });
  try {
    return await orm.em.execute(sql);
  } finally {
    await orm.close(true);
  }
}

/** Starts the database in another process, which holds it until its input ends. */
async function startHolder(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  for await (const url of createInterface(child.stdout)) return { child, url };
  throw new Error('The process ended without a database');
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Of a postmaster: its keeper. */
function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

async function postmasterPid(folder = path.join(dataDir, 'postgres')): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, 'postmaster.pid'), 'utf8'), 10);
}

test('A restart keeps the data', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('A lost password is reported and the data left alone', { tags: 'sweep' }, async () => {
  await (await start()).stop();
  const file = path.join(dataDir, 'postgres-password');
  const password = await readFile(file, 'utf8');
  await rm(file);
  await expect(start()).rejects.toThrow('is gone: put it back');
  await writeFile(file, password);
  await (await start()).stop();
});

test('It knows upper and lower case in every script', { tags: 'sweep' }, async () => {
  const { url, stop } = await start();
  expect(await query(url, "select lower('ÜŻИ') as low")).toEqual([{ low: 'üżи' }]);
  await stop();
});

test(
  'A server that outlived its killed keeper is stopped and its data kept',
  { tags: 'sweep' },
  async () => {
    const { child, url } = await startHolder();
    await query(url, 'create table kept as select 1 as n');
    const orphan = await postmasterPid();
    process.kill(parentOf(orphan), 'SIGKILL');
    await kill(child);
    expect(isAlive(orphan)).toBe(true);
    const next = await start();
    expect(await query(next.url, 'select * from kept')).toEqual([{ n: 1 }]);
    expect(await postmasterPid()).not.toBe(orphan);
    await next.stop();
  },
);

test(
  'A database ends with the process that started it, however that ends',
  { tags: 'sweep' },
  async () => {
    const { child } = await startHolder();
    const pid = await postmasterPid();
    await kill(child);
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  },
);

test(
  'It recovers when the process and the server are killed together',
  { tags: 'sweep' },
  async () => {
    const { child, url } = await startHolder();
    await query(url, 'create table kept as select 1 as n');
    process.kill(await postmasterPid(), 'SIGKILL');
    await kill(child);
    const next = await start();
    expect(await query(next.url, 'select * from kept')).toEqual([{ n: 1 }]);
    await next.stop();
  },
);

test('Processes a killed server left running are stopped too', { tags: 'sweep' }, async () => {
  const { child, url } = await startHolder();
  const busy = query(url, 'select pg_sleep(60)').catch(() => undefined);
  await query(url, 'create table kept as select 1 as n');
  process.kill(await postmasterPid(), 'SIGKILL');
  await kill(child);
  const next = await start();
  expect(await query(next.url, 'select * from kept')).toEqual([{ n: 1 }]);
  await next.stop();
  await busy;
});

test(
  'A second process is told which one is running, and can start once that has stopped',
  { tags: 'sweep' },
  async () => {
    const { child } = await startHolder();
    await expect(start()).rejects.toThrow(`already running on this data folder, pid ${child.pid}`);
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
    await (await start()).stop();
  },
);

test(
  'A lock whose process id now belongs to another program holds nobody up',
  { tags: 'sweep' },
  async () => {
    await mkdir(dataDir);
    const lock = JSON.stringify({ pid: process.pid, startMark: 'another run of this id' });
    await writeFile(path.join(dataDir, 'postgres.lock'), lock);
    await (await start()).stop();
  },
);

test(
  'Of several processes that start at once after a crash, one gets the folder',
  { tags: 'sweep' },
  async () => {
    const { child } = await startHolder();
    await kill(child);
    const starts = await Promise.allSettled([startHolder(), startHolder(), startHolder()]);
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  },
);

test(
  'A pid file whose process id now belongs to another program holds nobody up',
  { tags: 'sweep' },
  async () => {
    await (await start()).stop();
    const file = path.join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(file, `${process.ppid}\n${path.dirname(file)}\n1\n1\n\n127.0.0.1\n`);
    await (await start()).stop();
  },
);

/** Runs the holder where it sees no process but its own, as in a container or beside a unit with users of its own. */
async function startApart(): Promise<{ child: ChildProcess; url: string }> {
  const apart = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, holder];
  const child = spawn('unshare', [...apart, dataDir], { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  for await (const url of createInterface(child.stdout)) return { child, url };
  throw new Error('The process ended without a database');
}

const mayUnshare =
  isRoot && spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

test.runIf(mayUnshare)(
  'A database in another namespace is found by asking it, and neither stopped nor started twice',
  { tags: 'sweep' },
  async () => {
    const inside = await startApart();
    await query(inside.url, 'create table kept as select 1 as n');
    const file = path.join(dataDir, 'postgres/postmaster.pid');
    const before = await readFile(file, 'utf8');
    expect(await findRunning(dataDir)).toBe(inside.url);
    await expect(start()).rejects.toThrow('already running on this data folder');
    await expect(startApart()).rejects.toThrow('ended without a database');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(await query(inside.url, 'select * from kept')).toEqual([{ n: 1 }]);
    const ended = once(inside.child, 'exit');
    inside.child.stdin?.end();
    await ended;
    expect(await findRunning(dataDir)).toBeUndefined();

    const outside = await start();
    await expect(startApart()).rejects.toThrow('ended without a database');
    expect(await query(outside.url, 'select * from kept')).toEqual([{ n: 1 }]);
    await outside.stop();
  },
);

test.runIf(process.platform === 'linux')(
  'The pid file of a database whose shared memory is in use stays, whatever its process seems to be',
  async () => {
    const { child } = await startHolder();
    const file = path.join(dataDir, 'postgres/postmaster.pid');
    const text = await readFile(file, 'utf8');
    // Of whoever looks from another namespace, in which the id is another program's.
    const seen = path.join(parent, 'seen');
    await mkdir(seen);
    const elsewhere = text.replace(/^\d+/, String(process.pid));
    await writeFile(path.join(seen, 'postmaster.pid'), elsewhere);
    await stopOrphan(seen, () => {});
    expect(await readFile(path.join(seen, 'postmaster.pid'), 'utf8')).toBe(elsewhere);
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
    await stopOrphan(seen, () => {});
    await expect(readFile(path.join(seen, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  },
);

test('An interrupted first start leaves nothing in the way', { tags: 'sweep' }, async () => {
  await mkdir(path.join(dataDir, 'postgres.new', 'base'), { recursive: true });
  await (await start()).stop();
});

test.runIf(isRoot)(
  'As root it also works in a folder only root can reach',
  { tags: 'sweep' },
  async () => {
    await chmod(parent, 0o700);
    const first = await start();
    await query(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const id = (await readFile(path.join(dataDir, 'postgres-instance'), 'utf8')).trim();
    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([{ n: 7 }]);
    await second.stop();
    await rm(`/var/lib/sunloop/${id}`, { recursive: true });
    await expect(start()).rejects.toThrow('which is gone');
  },
);

test.runIf(isRoot)(
  'As root it takes the data along when its folder becomes unreachable',
  { tags: 'sweep' },
  async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 7 as n');
    await first.stop();
    await chmod(parent, 0o700);
    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([{ n: 7 }]);
    await second.stop();
    const id = (await readFile(path.join(dataDir, 'postgres-instance'), 'utf8')).trim();
    await rm(`/var/lib/sunloop/${id}`, { recursive: true });
  },
);
