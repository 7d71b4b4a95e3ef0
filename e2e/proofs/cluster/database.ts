import { readFileSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsOf } from './patroni-settings.ts';
import { makeDisk } from './disk.ts';
import { startEtcd } from './etcd.ts';
import { openLagLine } from './lag-line.ts';
import { killTree, readTree } from '../kills/process-tree.ts';
import { ACCOUNT, askJson, atExit, freePort, type Program, programOf, until } from './program.ts';
import { ask } from './sql.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const NAMES = ['one', 'two', 'three'] as const;
export const PASSWORD = 'rehearsal';
const WHOLE_WITHIN_MS = 300_000;

/** Where Patroni keeps who leads: etcd by its API v3 or v2, or Patroni's own raft. */
export const STORES = ['etcd3', 'etcd', 'raft'] as const;
export type Store = (typeof STORES)[number];

export interface DatabasePlan {
  readonly folder: string;
  readonly store: Store;
  readonly isSynchronous: boolean;
  /** By how much everything reaches the standbys later; 0 for at once. */
  readonly lagMs: number;
}

/** What Patroni tells about a node. */
interface Told {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly lag?: number | string;
}

/** A Patroni and its PostgreSQL. */
export interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly dataDir: string;
  start(): void;
  /** Both, as a power failure does. */
  kill(): Promise<void>;
  /** Both, as a machine that is paused; nothing is closed. */
  freeze(): Promise<void>;
  goOn(): Promise<void>;
  stop(): Promise<void>;
}

/** Three PostgreSQL of which Patroni makes one the leader. */
export interface Database {
  readonly nodes: readonly Node[];
  /** None with raft. */
  readonly etcd: readonly Program[];
  /** Whether each node's data is on a disk of its own, which can be filled. */
  readonly hasOwnDisks: boolean;
  readonly told: () => Promise<readonly Told[]>;
  /** The node with this role, if Patroni knows of one. */
  find(role: Told['role']): Promise<Node | undefined>;
  /** Waits until one leads and all others follow it closely, in synchronous mode one of them synchronously. */
  whole(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts three of each on loopback and waits until all follow the first leader. */
export async function startDatabase(plan: DatabasePlan): Promise<Database> {
  await mkdir(plan.folder, { recursive: true, mode: 0o755 });
  if (ACCOUNT) await chown(plan.folder, ACCOUNT.uid, ACCOUNT.gid);
  const etcd = plan.store === 'raft' ? [] : await startEtcd(plan.folder, NAMES);
  const hosts = etcd.map(({ client }) => `127.0.0.1:${client}`);
  const rafts = await Promise.all(NAMES.map(freePort));
  const disks = await Promise.all(NAMES.map((name) => makeDisk(path.join(plan.folder, name))));
  const nodes = await Promise.all(
    NAMES.map((name, at) => makeNode(name, plan, storeOf(plan, { hosts, rafts, at }))),
  );
  for (const node of nodes) node.start();
  const told = async () => {
    for (const { restPort } of nodes) {
      const cluster = await askJson<{ members: Told[] }>(`http://127.0.0.1:${restPort}/cluster`);
      if (cluster) return cluster.members;
    }
    return [];
  };
  const isEverythingWell = async () => {
    if (!isWhole(await told(), plan)) return false;
    const leader = await database.find('leader');
    return leader !== undefined && (await countFollowers(leader)) === NAMES.length - 1;
  };
  const database: Database = {
    nodes,
    etcd: etcd.map(({ program }) => program),
    hasOwnDisks: disks.every(Boolean),
    told,
    async find(role) {
      const name = (await told()).find((each) => each.role === role)?.name;
      return nodes.find((each) => each.name === name);
    },
    whole: () => until('all follow one leader', isEverythingWell, WHOLE_WITHIN_MS),
    async stop() {
      await Promise.all(nodes.map((node) => node.goOn()));
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all(etcd.map(({ program }) => program.stop()));
    },
  };
  await database.whole();
  return database;
}

/** How many standbys receive what a leader writes. */
async function countFollowers({ port }: Node): Promise<number> {
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const streams = `select from pg_stat_replication where state = 'streaming'`;
  return (await ask(url, streams)).length;
}

function isWhole(told: readonly Told[], { isSynchronous }: DatabasePlan): boolean {
  const isUp = ({ state }: Told) => ['running', 'streaming'].includes(state);
  const isNear = ({ role, lag }: Told) =>
    role === 'leader' || (typeof lag === 'number' && lag === 0);
  const count = (role: Told['role']) => told.filter((each) => each.role === role).length;
  return (
    told.length === NAMES.length &&
    told.every((each) => isUp(each) && (isSynchronous ? isNear(each) : each.lag !== 'unknown')) &&
    count('leader') === 1 &&
    count('sync_standby') === (isSynchronous ? 1 : 0)
  );
}

interface Places {
  readonly hosts: readonly string[];
  readonly rafts: readonly number[];
  readonly at: number;
}

/** The part of Patroni's configuration that names where it keeps who leads. */
function storeOf({ store, folder }: DatabasePlan, { hosts, rafts, at }: Places): object {
  if (store !== 'raft') return { [store]: { hosts } };
  const addresses = rafts.map((port) => `127.0.0.1:${port}`);
  return {
    raft: {
      data_dir: path.join(folder, `raft-${at}`),
      self_addr: addresses[at],
      partner_addrs: addresses.filter((_, each) => each !== at),
    },
  };
}

async function makeNode(name: string, plan: DatabasePlan, store: object): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const dataDir = path.join(plan.folder, name, 'data');
  const lagPort = plan.lagMs > 0 ? await freePort() : port;
  if (lagPort !== port) await openLagLine(lagPort, { to: port, lateMs: plan.lagMs });
  const configuration = {
    ...settingsOf(plan.isSynchronous),
    ...store,
    scope: 'sunloop',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${lagPort}`,
      data_dir: dataDir,
      bin_dir: BINARIES,
      pgpass: path.join(plan.folder, `pgpass-${name}`),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      parameters: { unix_socket_directories: plan.folder, lc_messages: 'C' },
    },
  };
  const file = path.join(plan.folder, `patroni-${name}.yml`);
  await writeFile(file, JSON.stringify(configuration, undefined, 2));
  const patroni = programOf({
    name: `patroni-${name}`,
    command: 'patroni',
    args: [file],
    folder: plan.folder,
  });
  atExit(() => {
    const postmaster = postmasterOf(dataDir);
    if (postmaster !== undefined) signal(postmaster, 'SIGKILL');
  });
  const each = async (name_: NodeJS.Signals) => {
    const roots = [patroni.pid(), postmasterOf(dataDir)].filter((pid) => pid !== undefined);
    const pids = (await Promise.all(roots.map(readTree))).flat();
    for (const pid of pids) signal(pid, name_);
  };
  return {
    name,
    port,
    restPort,
    dataDir,
    start: () => patroni.start(),
    async kill() {
      const postmaster = postmasterOf(dataDir);
      await Promise.all([patroni.kill(), postmaster && killTree(postmaster)]);
    },
    freeze: () => each('SIGSTOP'),
    goOn: () => each('SIGCONT'),
    stop: () => patroni.stop(),
  };
}

/** PostgreSQL is no child of Patroni, so that it outlives it. */
function postmasterOf(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10);
    // Its file is empty for a moment when it starts.
    return Number.isNaN(pid) ? undefined : pid;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
