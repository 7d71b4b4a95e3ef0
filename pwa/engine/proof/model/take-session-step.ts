import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { LOCK_PATIENCE_MS } from '../../src/sync/ground/lock.ts';
import { signIn, signOut } from '../../src/sync/session/session.ts';
import { isErasedNoted, rawSession } from './raw-storage.ts';
import type { SessionStep } from './steps.ts';
import type { World } from './world.ts';

/** People sign in and out, on this device and elsewhere. */
export async function takeSessionStep(world: World, step: SessionStep): Promise<void> {
  // Until then the person's page has said what is missing.
  if (step.do !== 'cookie') {
    world.missing.clear();
    for (const { id } of [world.owner, world.stranger]) world.receipts.doubt(id);
  }
  switch (step.do) {
    case 'cookie':
      world.server.user = step.who && world.userOf(step.who);
      return;
    case 'signIn': {
      const user = world.userOf(step.who);
      world.server.user = user;
      // Whoever was signed in before is signed out.
      world.past.forgive(world.userOf(step.who === 'o' ? 's' : 'o').id);
      return world.begin(world.tab(step.tab), () => signIn(user));
    }
    case 'signOut': {
      // What is being saved at that moment could land on either side of it.
      await world.settle();
      const session = rawSession();
      const isDiscarded = step.unsent === 'discard' && session?.state === 'active';
      const { who, user } = world.screenUser();
      world.past.forgive(user.id);
      if (isDiscarded) world.giveUp(who);
      world.begin(world.tab(step.tab), () => signOut({ unsent: step.unsent }));
      return isDiscarded ? world.settle() : undefined;
    }
  }
}

/** A request whose page is gone erases nothing. */
const MOST_PAUSES = 12;

/** The nth waiting request is answered by a server that has erased its user. */
export async function erase(world: World, { nth }: { nth: number }): Promise<void> {
  const { network, owner, stranger } = world;
  // What is being saved then could land on either side of it, and a sign-out that waits would hold it up.
  const one = network.pending[nth % Math.max(1, network.pending.length)];
  one?.tab?.thaw();
  await world.settle();
  network.cut(one);
  await world.settle();
  const expected = network.pending[0]?.request.headers.get(EXPECTED_USER_HEADER);
  const user = [owner, stranger].find(({ id }) => id === expected);
  network.answer(0, 'erased');
  if (!user) return;
  world.giveUp(user === owner ? 'o' : 's');
  world.shares.doubt();
  world.missing.delete(user.id);
  // A page that tells the server about a sign-out holds it up until nobody answers or, if it is frozen, for as long as
  // others wait for its lock, and each page may tell it; a round of sending has its pauses. What is saved until then is
  // deleted with the rest.
  const pauseMs = world.tabs.some(({ isFrozen }) => isFrozen) ? LOCK_PATIENCE_MS : 1000;
  for (let time = 0; time < 3 || (time < MOST_PAUSES && !isErasedNoted()); time += 1) {
    await world.settle();
    network.cut();
    await world.clock.elapse(pauseMs, () => world.settle());
  }
}
