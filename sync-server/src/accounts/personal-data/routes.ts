import { accountRoutes } from '@sunloop/shared-types/accounts/account-routes.ts';
import { exportRoutes } from '@sunloop/shared-types/accounts/person-export.ts';
import { adminUserRoutes } from '@sunloop/shared-types/accounts/users.ts';
import { forgetPersonRoutes } from '@sunloop/shared-types/referrals/admin-forget.ts';
import { forgetFriendRoutes } from '@sunloop/shared-types/referrals/forget-friend.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import type { RequestContext } from '../../http/context.ts';
import { findErasedAmong } from '../../http/session/erased.ts';
import { stopSession } from '../../http/session/session.ts';
import { eraseOther, eraseOwn } from './erase.ts';
import { exportPerson } from './export.ts';
import { forgetFriend, forgetPerson } from './forget-friend.ts';

/** Everything held about a person: exported as a file, or erased; of a friend, forgotten. */
export function personalDataRoutes(bindings: Bindings): void {
  bindings.bind(exportRoutes.exportAccount, async ({ ctx, actor }) => {
    if (isRead(ctx)) await countCall(ctx.state.em, 'exports', { user: actor.userId });
    const input = { id: actor.userId, isDelivery: isRead(ctx) };
    return asFile(ctx, await exportPerson(ctx.state.em, actor, input));
  });

  bindings.bind(accountRoutes.eraseAccount, async ({ ctx, actor, body: { currentPassword } }) => {
    await countCall(ctx.state.em, 'erasures', { user: actor.userId });
    await eraseOwn(ctx.state.em, actor, currentPassword);
    logErasure(ctx, actor.userId);
    stopSession(ctx);
    return reply(204, undefined);
  });

  bindings.bind(accountRoutes.askErased, async ({ ctx, body: { ids } }) => {
    return reply(200, { erased: await findErasedAmong(ctx.state.em, ids) });
  });

  bindings.bind(adminUserRoutes.exportUser, async ({ ctx, actor, params: { id } }) => {
    if (isRead(ctx)) await countCall(ctx.state.em, 'exportsOfUsers', { user: actor.userId });
    return asFile(ctx, await exportPerson(ctx.state.em, actor, { id, isDelivery: isRead(ctx) }));
  });

  bindings.bind(adminUserRoutes.eraseUser, async ({ ctx, actor, params: { id } }) => {
    await eraseOther(ctx.state.em, actor, id);
    logErasure(ctx, id);
    return reply(204, undefined);
  });

  bindings.bind(forgetFriendRoutes.forgetFriend, async ({ ctx, actor, params: { id } }) => {
    await forgetFriend(ctx.state.em, actor, id);
    ctx.state.log.info({ id }, 'a friend was forgotten');
    return reply(204, undefined);
  });

  bindings.bind(forgetPersonRoutes.forgetPerson, async ({ ctx, actor, body }) => {
    await forgetPerson(ctx.state.em, actor, body);
    ctx.state.log.info(body, 'a friend was forgotten');
    return reply(204, undefined);
  });
}

/** Outside the database, so that it is known after the database was put back to before it. */
function logErasure(ctx: RequestContext, userId: string): void {
  ctx.state.log.info({ userId }, 'a person was erased');
}

/** A HEAD delivers nothing, so it is neither counted nor recorded. */
const isRead = (ctx: RequestContext) => ctx.method === 'GET';

function asFile<Body>(ctx: RequestContext, body: Body) {
  ctx.set('Content-Disposition', 'attachment; filename="sunloop-data.json"');
  return reply(200, body);
}
