import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import { openUserDb, UserDb } from '../data/user-db.ts';
import { patchSyncState } from '../data/sync-state.ts';
import { aNewReferral, aUser } from '../test/builders.ts';
import { chaosNetwork } from '../test/chaos-network.ts';
import { FakeServer } from '../test/fake-server.ts';
import { fixedDeps } from '../test/fixed-deps.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { enqueueUpload } from './bulk-upload.ts';
import { editUnsent, type Removed, removeUnsent, restoreUnsent } from './change-row.ts';
import { enqueue, type NewReferralInput } from './enqueue.ts';
import { readWaiting } from './read-waiting.ts';
import { sendOneByOne } from './send-one-by-one.ts';
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
  return { random, owner, stranger, server, network, clock, deps, tabs, ...buildRecord() };
}

/** What the person did, to be found again in the end. */
function buildRecord() {
  const handedOver = new Set<string>();
  const removed = new Map<string, Removed>();
  /** Names people gave rows that waited, by id. */
  const edited = new Map<string, string>();
  const uploads: AbortController[] = [];
  return { handedOver, removed, edited, uploads };
}

type World = ReturnType<typeof buildWorld>;

const pick = <T>(world: World, from: readonly T[]): T =>
  from[Math.floor(world.random() * from.length)] as T;

function makeRows(world: World): NewReferralInput[] {
  return Array.from({ length: 1 + Math.floor(world.random() * 6) }, () => {
    const id = uuidv7();
    const name = world.random() < 0.1 ? 'X' : 'Fay Friend';
    return aNewReferral({ id, name, ...(world.random() < 0.1 && { email: 'twin@example.com' }) });
  });
}

async function handOver(world: World): Promise<void> {
  const rows = makeRows(world);
  await enqueue(pick(world, world.tabs), rows);
  for (const { id } of rows) world.handedOver.add(id ?? '');
}

/** A file, now and then of people who were in an earlier one, sent row by row until something stops it. */
async function upload(world: World): Promise<void> {
  const db = pick(world, world.tabs);
  const again = [...world.handedOver].slice(0, 2).flatMap((id) => world.server.rows.get(id) ?? []);
  const known = again.map(({ id, name, email, phone }) => ({ id, name, email, phone }));
  const rows = [...makeRows(world), ...(world.random() < 0.5 ? known : [])];
  const { uploadId } = await enqueueUpload(db, { fileName: 'friends.csv', rows });
  for (const { id } of rows) world.handedOver.add(id ?? '');
  const control = new AbortController();
  world.uploads.push(control);
  // Not awaited, for its tab may be killed on the way.
  void sendOneByOne(db, uploadId, { signal: control.signal }, world.deps);
}

/** The person changes, removes or brings back something that waits. */
async function touchWaiting(world: World): Promise<void> {
  const db = pick(world, world.tabs);
  const entry = pick(world, await readWaiting(db));
  const row = entry && pick(world, entry.rows);
  const chance = world.random();
  if (chance < 0.3) {
    for (const [id, removed] of world.removed) {
      world.removed.delete(id);
      await restoreUnsent(db, removed);
    }
  } else if (row && chance < 0.5) {
    const removed = await removeUnsent(db, row.id);
    if (removed) world.removed.set(row.id, removed);
  } else if (row) {
    const name = `Edited ${world.random()}`;
    const { email } = row;
    const outcome = await editUnsent(db, row, { name, email });
    if (outcome.kind === 'saved') world.edited.set(row.id, name);
  }
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
  if (chance < 0.14) return handOver(world);
  if (chance < 0.2) return upload(world);
  if (chance < 0.28) return touchWaiting(world);
  if (chance < 0.31) return pick(world, world.uploads)?.abort();
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
  const isHere = (id: string) => waiting.includes(id) || rejected.some((row) => row.id === id);
  const lost = [...world.handedOver].filter(
    (id) => !onServer.has(id) && !isHere(id) && !world.removed.has(id),
  );
  // A changed row whose earlier version had arrived is the one thing that is told twice.
  const both = rejected.filter(({ id, code }) => onServer.has(id) && code !== 'id_conflict');
  const names = [
    ...entries.flatMap((entry) => entry.rows),
    ...rejected.flatMap(({ row }) => row ?? []),
    ...onServer.values(),
  ].map(({ name }) => name);
  const editsLost = [...world.edited].filter(
    ([id, name]) => !world.removed.has(id) && !names.includes(name),
  );
  const strangers = [...onServer.values()].filter((row) => row.userId !== world.owner.id);
  const twiceQueued = waiting.length - new Set(waiting).size;
  return { lost, both, strangers, twiceQueued, editsLost, waiting };
}

async function sendTheRest(world: World): Promise<void> {
  for (const control of world.uploads) control.abort();
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
    const { waiting: _, ...faults } = await whereRowsAre(world);
    expect({ step, ...faults }).toEqual({
      step,
      lost: [],
      both: [],
      strangers: [],
      twiceQueued: 0,
      editsLost: [],
    });
  }
  await sendTheRest(world);
  expect(await whereRowsAre(world)).toMatchObject({
    lost: [],
    both: [],
    editsLost: [],
    waiting: [],
  });
});
