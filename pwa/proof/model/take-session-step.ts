import { signIn, signOut } from '../../src/sync/session/session.ts';
import { rawSession } from './raw-storage.ts';
import type { SessionStep } from './steps.ts';
import type { World } from './world.ts';

/** People sign in and out, on this device and elsewhere. */
export async function takeSessionStep(world: World, step: SessionStep): Promise<void> {
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
      if (isDiscarded) {
        world.ledger.giveUp(who);
        if (who === 'o') world.wishes.wanted.clear();
      }
      world.begin(world.tab(step.tab), () => signOut({ unsent: step.unsent }));
      return isDiscarded ? world.settle() : undefined;
    }
  }
}
