import { STALE_AFTER_MS } from '@sunloop/shared-types/limits.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { kindOf } from '../../src/data/outbox-kinds.ts';
import { refresh, refreshStale } from '../../src/sync/read/refresh.ts';
import { readNextWake, type NextWake } from '../../src/sync/send/next-wake.ts';
import { settleSignOut, signIn } from '../../src/sync/session/session.ts';
import { syncOnce } from '../../src/sync/send/sync-once.ts';
import { keepPages } from './pages.ts';
import { rawTaken, rawWaiting } from './raw-lists.ts';
import { rawReferrals, rawRows } from './raw-storage.ts';
import { mend } from './take-device-step.ts';
import type { World } from './world.ts';

/** Far more looks than any run needs. */
const MOST_LOOKS = 120;
/** Longer than any pause the server asks a read to make (`crowdedLong`), and longer than the list stays fresh. */
const LONGEST_HOLD_MS = 900_000;
/** The page's timer does not look more often. Milliseconds. */
const FLOOR_MS = 1000;

/** All faults end, the owner signs in, and each tab does only what its own timer says. */
export async function sendTheRest(world: World): Promise<string[]> {
  const { owner, clock, network, server } = world;
  mend(world);
  for (const tab of world.tabs) tab.thaw();
  network.calm();
  await world.settle();
  server.user = owner;
  world.begin(world.tab(0), () => signIn(owner));
  await world.settle();
  keepPages(world);
  for (let look = 0; look < MOST_LOOKS && isAnyWaiting(owner.id); look += 1) {
    const wakes = await readWakes(world);
    const times = wakes.flatMap(({ sendAt }) => sendAt ?? []);
    if (times.length === 0) return ['rule 8: at the end something waits and nobody looks at it'];
    const next = Math.min(...times);
    await clock.elapse(Math.max(FLOOR_MS, next - clock.now()), () => world.settle());
    await sendDue(world, wakes);
  }
  return rawWaiting(owner.id).map(({ name }) => `rules 8, 10, 29: ${name} waits forever`);
}

/** What a newer build wrote waits for that build. */
const isAnyWaiting = (userId: string) => rawRows(userId, 'outbox').some(kindOf);

function readWakes({ tabs, owner, clock }: World): Promise<NextWake[]> {
  return Promise.all(tabs.map((tab) => tab.run(() => readNextWake(tab.db(owner.id), clock.now()))));
}

/** Each tab whose timer is due looks at the queue; a page has a timer of its own. */
async function sendDue(world: World, wakes: readonly NextWake[]): Promise<void> {
  const { clock, owner, hasPages } = world;
  for (const [at, { sendAt }] of wakes.entries()) {
    if (hasPages || sendAt === null || sendAt > clock.now()) continue;
    const tab = world.tab(at);
    world.begin(tab, async () => {
      if (await settleSignOut()) await syncOnce(tab.db(owner.id), tab.deps);
    });
  }
  await world.settle();
}

/** Once everything was read again, the device holds what the server holds, to the version. */
export async function compareLists(world: World): Promise<string[]> {
  const { owner, server } = world;
  const tab = world.tab(0);
  const db = tab.db(owner.id);
  // A row taken back in flight may have arrived unnoticed; the list is fetched again once it is stale.
  await world.clock.elapse(LONGEST_HOLD_MS, () => world.settle());
  // A round in its pause may only now have noted an answer of before the faults ended; a timer then asks again.
  await sendDue(world, await readWakes(world));
  world.begin(tab, () => refreshStale(db, tab.deps, ['referrals']));
  world.begin(tab, () => refresh(db, 'taken', tab.deps));
  await world.settle();
  await world.clock.elapse(STALE_AFTER_MS, () => world.settle());
  const here = new Map(rawReferrals(owner.id).map((row) => [row.id, row]));
  const there = new Map([...server.rows].filter(([, row]) => row.userId === owner.id));
  const isHere = ({ id, updatedAt, reward }: Referral) =>
    here.get(id)?.updatedAt === updatedAt && here.get(id)?.reward === reward;
  const missing = [...there.values()].filter((row) => !isHere(row));
  const extra = [...here.values()].filter(({ id }) => !there.has(id));
  const kept = new Set(rawTaken(owner.id)?.rows.map(({ id }) => id));
  const taken = world.taken.listOf(owner).rows;
  return [
    ...taken
      .filter(({ id }) => !kept.has(id))
      .map(({ name }) => `rule 17: at the end ${name} is missing from what was taken`),
    ...(kept.size > taken.length ? ['rule 17: at the end something taken is shown and gone'] : []),
    ...missing.map(({ name }) => `rule 31: at the end ${name} is another version here`),
    ...extra.map(({ name }) => `rule 31: at the end ${name} is shown and deleted`),
  ];
}
