import type { SqlEntityManager } from '@mikro-orm/postgresql';
import * as v from 'valibot';
import { type ActorInSession, confirmPassword } from './confirm-password.ts';

const Given = v.object({ currentPassword: v.nullish(v.string()) });

/**
 * Makes sure that the person at the device is the actor, for a call of the table that `asksAgain` or one that only does so for
 * some bodies. Throws as `confirmPassword`.
 */
export async function askAgain(
  em: SqlEntityManager,
  who: ActorInSession,
  body?: unknown,
): Promise<void> {
  await confirmPassword(em, who, v.is(Given, body) ? body.currentPassword : undefined);
}
