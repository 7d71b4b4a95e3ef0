import * as v from 'valibot';
import type { Actor, RequestContext } from '../../http/context.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { confirmPassword } from './confirm-password.ts';

const Given = v.object({ currentPassword: v.nullish(v.string()) });

/**
 * Makes sure that the person at the device is the actor, for a call of the table that `asksAgain` or one that only does so for
 * some bodies. Throws as `confirmPassword`.
 */
export async function askAgain(ctx: RequestContext, actor: Actor, body?: unknown): Promise<void> {
  const given = v.is(Given, body) ? body.currentPassword : undefined;
  await confirmPassword(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) }, given);
}
