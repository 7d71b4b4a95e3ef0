import { REFERRAL_STATUSES, type AdminReferral, type ReferralAct } from '@sunloop/shared-types';
import { beforeEach, expect, test, vi } from 'vitest';
import { readActEntries } from '../data/act-row.ts';
import { readAdminBlocks, replaceAdminReferrals } from '../data/admin-blocks.ts';
import { patchSyncState } from '../data/sync-state.ts';
import { openUserDb, UserDb } from '../data/user-db.ts';
import { aNewReferral, anAdminReferral, aUser } from '../test/builders.ts';
import { chaosNetwork } from '../test/chaos-network.ts';
import { FakeDesk } from '../test/fake-desk.ts';
import { FakeServer } from '../test/fake-server.ts';
import { fixedDeps } from '../test/fixed-deps.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { keepTheirs, readConflicts, readWaitingActs, setMine } from './acts-state.ts';
import { enqueue } from './enqueue.ts';
import { enqueueActs, takeBackAct } from './enqueue-acts.ts';
import { signIn } from './session.ts';
import { syncOnce } from './sync-once.ts';

/** SYNC_SEED=n repeats one run; else new ones are tried each time, and the title tells which. */
const firstSeed = Number(process.env['SYNC_SEED'] ?? Math.floor(Math.random() * 1e9));
const seeds = Array.from({ length: process.env['SYNC_SEED'] ? 1 : 20 }, (_, at) => firstSeed + at);
const STEPS = 70;
const LIST = '/api/admin/referrals';
const COLLEAGUE = 'the other admin';

beforeEach(() => {
  // The worst case: tabs that cannot see each other (rule 13).
  vi.stubGlobal('navigator', {});
});

async function breathe(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** What the person wanted of a referral, what they saw then, and how far the server's story was. */
interface Wish {
  saw: string;
  /** null is a deletion. */
  wanted: string | null;
  story: number;
}

function buildWorld(seed: number) {
  const random = seededRandom(seed);
  const owner = aUser({ role: 'admin' });
  const server = new FakeServer(owner);
  const referrals = Array.from({ length: 6 }, () => anAdminReferral());
  const desk = new FakeDesk(server, referrals);
  const network = chaosNetwork(server, random);
  const clock = fixedDeps();
  const deps = { ...clock.deps, random };
  const tabs = [openUserDb(owner.id), new UserDb(owner.id)];
  /** Everything ever wanted, and what is still wanted, by referral. */
  const said = new Map<string, Wish[]>();
  const wanted = new Map<string, Wish>();
  const world = { random, owner, server, referrals, desk, network, clock, deps, tabs };
  return { ...world, said, wanted, fetches: 0 };
}

type World = ReturnType<typeof buildWorld>;

const pick = <T>(world: World, from: readonly T[]): T =>
  from[Math.floor(world.random() * from.length)] as T;

/** A wish on top of one that waits may be what that one, on its way since long, has done already. */
function remember(world: World, { id, ...act }: ReferralAct, isOnTop = false): void {
  const target = act.act === 'status' ? act.status : null;
  const older = isOnTop ? world.wanted.get(id) : undefined;
  const story = older?.story ?? world.desk.changes.length;
  const wish = { saw: act.expected, wanted: target, story };
  world.said.set(id, [...(world.said.get(id) ?? []), wish]);
  world.wanted.set(id, wish);
}

/** Acts on what the screen shows: the list with what waits over it. */
async function act(world: World): Promise<void> {
  const db = pick(world, world.tabs);
  const waiting = await readWaitingActs(db);
  const listed = new Map((await readAdminBlocks(db)).map((row) => [row.id, row]));
  // In an order that is the same for each run of a seed.
  const shown = world.referrals
    .flatMap(({ id }) => listed.get(id) ?? [])
    .filter(({ id }) => !waiting.get(id)?.isDeleted);
  const chosen = shown.filter(() => world.random() < 0.4);
  const acts = chosen.map(({ id, status }): ReferralAct => {
    const expected = waiting.get(id)?.status ?? status;
    if (world.random() < 0.1) return { act: 'delete', id, expected };
    return { act: 'status', id, expected, status: pick(world, REFERRAL_STATUSES) };
  });
  acts.forEach((each) => remember(world, each, waiting.has(each.id)));
  await enqueueActs(db, acts);
  // Back to what was there before an act that was never tried: both are taken back.
  const left = await readWaitingActs(db);
  for (const { id } of acts) if (!left.has(id)) world.wanted.delete(id);
}

async function decide(world: World): Promise<void> {
  const db = pick(world, world.tabs);
  const conflict = pick(world, await readConflicts(db));
  if (!conflict) return;
  if (world.random() < 0.5 || !conflict.referral) {
    world.wanted.delete(conflict.id);
    return keepTheirs(db, conflict.id);
  }
  remember(world, { ...conflict.act, expected: conflict.referral.status });
  return setMine(db, conflict);
}

/** The list as the server has it now, as a refresh would store it. */
async function refreshList(world: World): Promise<void> {
  const db = pick(world, world.tabs);
  world.fetches += 1;
  await db.transaction('rw', db.adminBlocks, db.resources, async () => {
    await replaceAdminReferrals(db, [...world.desk.rows.values()]);
    await db.resources.put({ path: LIST, etag: null, cursor: '', fetchedAt: world.fetches });
  });
}

async function takeBack(world: World): Promise<void> {
  const { id } = pick(world, world.referrals);
  if (await takeBackAct(pick(world, world.tabs), id)) world.wanted.delete(id);
}

function interfere(world: World): void {
  const { id } = pick(world, world.referrals);
  world.desk.change(COLLEAGUE, id, world.random() < 0.1 ? null : pick(world, REFERRAL_STATUSES));
}

async function takeStep(world: World): Promise<void> {
  const chance = world.random();
  if (chance < 0.16) return act(world);
  if (chance < 0.24) return interfere(world);
  if (chance < 0.3) return decide(world);
  if (chance < 0.34) return takeBack(world);
  if (chance < 0.4) return refreshList(world);
  if (chance < 0.44) return enqueue(pick(world, world.tabs), [aNewReferral()]);
  if (chance < 0.68) {
    // Not awaited: it goes on beside whatever comes next, or never ends when its tab is killed.
    void syncOnce(pick(world, world.tabs), world.deps);
  } else if (chance < 0.92) {
    world.network.answerOne();
  } else {
    world.clock.advance(world.random() * 400_000);
    // A session that ended is begun anew.
    world.server.user = world.owner;
    await signIn(world.owner);
  }
}

/** Whether the server's story has the wish come true at some time since it was said. */
function cameTrue({ desk, referrals }: World, id: string, { wanted, story }: Wish): boolean {
  const changes = desk.changes.filter((change) => change.id === id);
  const before = desk.changes.slice(0, story).findLast((change) => change.id === id);
  const first = referrals.find((row: AdminReferral) => row.id === id)?.status;
  const then = before ? before.to : first;
  const since = desk.changes.slice(story).filter((change) => change.id === id);
  const isGone = changes.some(({ to }) => to === null);
  if (wanted === null) return isGone;
  return then === wanted || since.some(({ to }) => to === wanted);
}

async function findFaults(world: World) {
  const db = openUserDb(world.owner.id);
  const [entries, conflicts] = await db.transaction('r', db.outbox, db.conflicts, () =>
    Promise.all([readActEntries(db), readConflicts(db)]),
  );
  const waiting = entries.flatMap(({ rows }) => rows.map((row) => row.act.id));
  const isHere = (id: string) => waiting.includes(id) || conflicts.some((each) => each.id === id);
  const lost = [...world.wanted].filter(([id, wish]) => !isHere(id) && !cameTrue(world, id, wish));
  const own = world.desk.changes.filter(({ by }) => by === world.owner.id);
  const unseen = own.filter(({ id, from, to }) => {
    const said = world.said.get(id) ?? [];
    return !said.some(({ saw }) => saw === from) || !said.some(({ wanted }) => wanted === to);
  });
  const tooOften = [...world.said].filter(
    ([id, said]) => own.filter((change) => change.id === id).length > said.length,
  );
  const twiceQueued = waiting.length - new Set(waiting).size;
  return { lost, unseen, tooOften, twiceQueued };
}

const NO_FAULTS = { lost: [], unseen: [], tooOften: [], twiceQueued: 0 };

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

test.each(seeds)(
  'no act is lost, done twice or done over what nobody saw (rules 5, 26 and 27, seed %i)',
  async (seed) => {
    const world = buildWorld(seed);
    await signIn(world.owner);
    await refreshList(world);
    for (let step = 0; step < STEPS; step += 1) {
      await takeStep(world);
      await breathe();
      expect({ step, ...(await findFaults(world)) }).toEqual({ step, ...NO_FAULTS });
    }
    await sendTheRest(world);
    expect(await findFaults(world)).toEqual(NO_FAULTS);
    expect(await openUserDb(world.owner.id).outbox.count()).toBe(0);
  },
);
