import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import { openUserDb, UserDb } from '../data/user-db.ts';
import { patchSyncState } from '../data/sync-state.ts';
import { aNewReferral, aUser } from '../test/builders.ts';
import { chaosNetwork } from '../test/chaos-network.ts';
import { FakeServer } from '../test/fake-server.ts';
import { fixedDeps } from '../test/fixed-deps.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { enqueue } from './enqueue.ts';
import { signIn, signOut } from './session.ts';
import { syncOnce } from './sync-once.ts';

/** SYNC_SEED=n repeats one run; else new ones are tried each time, and the title tells which. */
const firstSeed = Number(process.env['SYNC_SEED'] ?? Math.floor(Math.random() * 1e9));
const seeds = Array.from({ length: process.env['SYNC_SEED'] ? 1 : 25 }, (_, at) => firstSeed + at);
const STEPS = 80;

beforeEach(() => {
  // The worst case: tabs that cannot see each other (rule 13).
  vi.stubGlobal('navigator', {});
});

/** Lets everything that can go on without the network go on. */
async function breathe(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function buildWorld(seed: number) {
  const random = seededRandom(seed);
  const owner = aUser();
  const stranger = aUser();
  const server = new FakeServer(owner);
  const network = chaosNetwork(server, random);
  const clock = fixedDeps();
  const deps = { ...clock.deps, random };
  const tabs = [openUserDb(owner.id), new UserDb(owner.id)];
  const handedOver: string[] = [];
  return { random, owner, stranger, server, network, clock, deps, tabs, handedOver };
}

type World = ReturnType<typeof buildWorld>;

const pick = <T>(world: World, from: readonly T[]): T =>
  from[Math.floor(world.random() * from.length)] as T;

async function handOver(world: World): Promise<void> {
  const rows = Array.from({ length: 1 + Math.floor(world.random() * 6) }, () => {
    const id = uuidv7();
    const name = world.random() < 0.1 ? 'X' : 'Fay Friend';
    return aNewReferral({ id, name, ...(world.random() < 0.1 && { email: 'twin@example.com' }) });
  });
  await enqueue(pick(world, world.tabs), rows);
  world.handedOver.push(...rows.map((row) => row.id ?? ''));
}

async function changePeople(world: World): Promise<void> {
  const { server, owner, stranger } = world;
  const change = world.random();
  if (change < 0.3) {
    await signOut({ unsent: 'keep' });
  } else if (change < 0.5) {
    // Somebody took the browser's cookie over without this device's app.
    server.user = stranger;
  } else {
    const next = change < 0.65 ? stranger : owner;
    server.user = next;
    await signIn(next);
  }
}

async function takeStep(world: World): Promise<void> {
  const chance = world.random();
  if (chance < 0.2) return handOver(world);
  if (chance < 0.6) {
    // Not awaited: it goes on beside whatever comes next, or never ends when its tab is killed.
    void syncOnce(pick(world, world.tabs), world.deps);
  } else if (chance < 0.85) {
    world.network.answerOne();
  } else if (chance < 0.93) {
    world.clock.advance(world.random() * 400_000);
  } else {
    await changePeople(world);
  }
}

async function whereRowsAre(world: World) {
  const db = openUserDb(world.owner.id);
  const [entries, rejected] = await db.transaction('r', db.outbox, db.rejected, () =>
    Promise.all([db.outbox.toArray(), db.rejected.toArray()]),
  );
  const waiting = entries.flatMap((entry) => entry.rows.map((row) => row.id));
  const onServer = world.server.rows;
  const lost = world.handedOver.filter(
    (id) => !onServer.has(id) && !waiting.includes(id) && !rejected.some((row) => row.id === id),
  );
  const both = rejected.filter((row) => onServer.has(row.id));
  const strangers = [...onServer.values()].filter((row) => row.userId !== world.owner.id);
  const twiceQueued = waiting.length - new Set(waiting).size;
  return { lost, both, strangers, twiceQueued, waiting };
}

async function sendTheRest(world: World): Promise<void> {
  world.network.calm();
  await breathe();
  world.server.user = world.owner;
  await signIn(world.owner);
  const db = openUserDb(world.owner.id);
  for (let round = 0; round < 20 && (await db.outbox.count()) > 0; round += 1) {
    world.clock.advance(600_000);
    await patchSyncState(db, { nextAt: 0 });
    await syncOnce(db, world.deps);
  }
}

test.each(seeds)('no row is lost, doubled or given to another user (seed %i)', async (seed) => {
  const world = buildWorld(seed);
  await signIn(world.owner);
  for (let step = 0; step < STEPS; step += 1) {
    await takeStep(world);
    await breathe();
    const { lost, both, strangers, twiceQueued } = await whereRowsAre(world);
    expect({ step, lost, both, strangers, twiceQueued }).toEqual({
      step,
      lost: [],
      both: [],
      strangers: [],
      twiceQueued: 0,
    });
  }
  await sendTheRest(world);
  expect(await whereRowsAre(world)).toMatchObject({ lost: [], both: [], waiting: [] });
});
