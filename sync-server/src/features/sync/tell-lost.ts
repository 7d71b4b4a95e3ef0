import type { Actor, RequestContext } from '../../http/context.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { noteLost } from './lost-referrals.ts';

/** Tells the office and the operator which referrals this server had lost, once a device has brought them back. */
export async function tellLost(
  ctx: RequestContext,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const count = await noteLost(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) }, ids);
  if (count > 0)
    ctx.state.log.warn({ count, userId: actor.userId }, 'referrals this server had lost are back');
}
