import { setTimeout as pause } from 'node:timers/promises';
import type { Node } from './database.ts';
import { fillDisk } from './disk.ts';
import type { Installation } from './installation.ts';
import { isAnswered, until } from './program.ts';

const FROZEN_MS = 60_000;
const CUT_MS = 40_000;
const ETCD_DOWN_MS = 30_000;
const DISK_FULL_MS = 40_000;
/** As soon as systemd would. */
const RESTART_MS = 1000;
const BEFORE_MS = 4000;

export interface Fault {
  readonly name: string;
  /** Seconds without writes that are still good. */
  readonly goalSeconds?: number;
  /** Where it cannot be tried, or why not. */
  readonly isPossible?: (at: Installation) => true | string;
  /** Resolves once what was broken is repaired. */
  readonly happen: (at: Installation) => Promise<void>;
}

async function nodeOf({ database }: Installation, role: 'leader' | 'standby'): Promise<Node> {
  const found =
    role === 'leader'
      ? await database.find('leader')
      : ((await database.find('sync_standby')) ?? (await database.find('replica')));
  if (!found) throw new Error(`there is no ${role}`);
  return found;
}

const newLeader = ({ database }: Installation, old: Node) =>
  until('another one leads', async () => {
    const leader = await database.find('leader');
    return leader !== undefined && leader.name !== old.name;
  });

/** In turn; each ends with everything running. */
export const FAULTS: readonly Fault[] = [
  { name: 'nothing', happen: () => pause(15_000) },
  {
    name: 'leader killed',
    goalSeconds: 30,
    async happen(at) {
      const leader = await nodeOf(at, 'leader');
      await leader.kill();
      await newLeader(at, leader);
      await pause(BEFORE_MS);
      leader.start();
    },
  },
  {
    name: 'leader frozen for 60 s',
    goalSeconds: 30,
    async happen(at) {
      const leader = await nodeOf(at, 'leader');
      await leader.freeze();
      await pause(FROZEN_MS);
      await leader.goOn();
    },
  },
  {
    name: 'standby cut off for 40 s',
    goalSeconds: 30,
    async happen(at) {
      const standby = await nodeOf(at, 'standby');
      await standby.freeze();
      await pause(CUT_MS);
      await standby.goOn();
    },
  },
  {
    name: 'one etcd killed',
    goalSeconds: 3,
    async happen({ database: { etcd } }) {
      await etcd[0]?.kill();
      await pause(ETCD_DOWN_MS);
      etcd[0]?.start();
    },
  },
  {
    name: 'two etcd killed',
    goalSeconds: 3,
    async happen({ database: { etcd } }) {
      const two = etcd.slice(0, 2);
      await Promise.all(two.map((each) => each.kill()));
      await pause(ETCD_DOWN_MS);
      for (const each of two) each.start();
    },
  },
  {
    name: 'server process killed',
    goalSeconds: 3,
    async happen({ servers: [server] }) {
      await server?.kill();
      await pause(RESTART_MS * 3);
      server?.start();
      await pause(BEFORE_MS);
    },
  },
  {
    name: 'HAProxy killed',
    goalSeconds: 3,
    async happen({ front: { program } }) {
      await program.kill();
      await pause(RESTART_MS);
      program.start();
      await pause(BEFORE_MS);
    },
  },
  {
    name: 'PgBouncer killed',
    goalSeconds: 3,
    isPossible: ({ pooler }) => pooler !== undefined || 'only with --pooler',
    async happen({ pooler }) {
      await pooler?.kill();
      await pause(RESTART_MS);
      pooler?.start();
      await pause(BEFORE_MS);
    },
  },
  {
    name: 'planned switchover',
    goalSeconds: 3,
    async happen(at) {
      const [leader, next] = [await nodeOf(at, 'leader'), await nodeOf(at, 'standby')];
      await pause(BEFORE_MS);
      const response = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate: next.name }),
      });
      if (!response.ok) throw new Error(`no switchover: ${await response.text()}`);
      await newLeader(at, leader);
      await pause(BEFORE_MS);
    },
  },
  {
    name: "leader's disk full for 40 s",
    goalSeconds: 45,
    isPossible: ({ database }) =>
      database.hasOwnDisks || 'its folder is no disk of its own (needs root and mount)',
    async happen(at) {
      const leader = await nodeOf(at, 'leader');
      const emptyAgain = await fillDisk(leader.dataDir);
      await pause(DISK_FULL_MS);
      await emptyAgain();
    },
  },
];

/** Waits until every process answers again and all nodes follow one leader. */
export async function untilWhole({ app, database }: Installation): Promise<void> {
  await database.whole();
  await until('writes are taken', () => isAnswered(`${app.origin}/readyz`));
}
