import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { deviceDb } from '../data/device-db.ts';
import { openUserDb } from '../data/user-db.ts';
import { signIn } from '../sync/session/session.ts';
import { aUser } from './builders.ts';
import { FakeServer } from './fake-server.ts';
import { fixedDeps } from './fixed-deps.ts';

/**
 * A device on which `user` has just signed in by the fixed clock. A sign-in by the real clock would be in its future
 * and be confirmed once more.
 */
export async function aSignedInDevice(user: CurrentUser = aUser(), clock = fixedDeps()) {
  await deviceDb.device.clear();
  const server = new FakeServer(user);
  await signIn(user, clock.deps);
  return { user, server, clock, db: openUserDb(user.id) };
}
