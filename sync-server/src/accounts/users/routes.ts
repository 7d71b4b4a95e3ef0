import { adminUserRoutes as table } from '@sunloop/shared-types/accounts/users.ts';
import { adminOnBehalfRoutes } from '@sunloop/shared-types/referrals/admin-on-behalf.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { linkNextPage } from '../../http/calls/next-page.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { askAgain } from '../session/ask-again.ts';
import { presentUser } from '../../ground/users/present.ts';
import { findSessionsOf, findUserDetail } from './detail.ts';
import { countUsers, findUsers } from './queries.ts';
import {
  addUser,
  changeMayTake,
  changeUser,
  endSessionsOf,
  movesAccount,
  resetPassword,
} from './service.ts';

/** Everybody's accounts, for admins. */
export function adminUserRoutes(bindings: Bindings): void {
  bindings.bind(table.users, async ({ ctx, query }) => {
    const { users, next } = await findUsers(ctx.state.em, query);
    if (next !== undefined) linkNextPage(ctx, next);
    return reply(200, users);
  });

  bindings.bind(table.countUsers, async ({ ctx, query }) => {
    return reply(200, await countUsers(ctx.state.em, query.q));
  });

  bindings.bind(table.addUser, async ({ ctx, actor, body }) => {
    if (body.role === 'admin')
      await askAgain(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) });
    return reply(201, presentUser(await addUser(ctx.state.em, actor, body)));
  });

  bindings.bind(table.changeUser, async ({ ctx, actor, params: { id }, body }) => {
    const { currentPassword: _, ...change } = body;
    if (await movesAccount(ctx.state.em, { id, change }))
      await askAgain(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) }, body);
    const user = await changeUser(ctx.state.em, actor, { id, change });
    return reply(200, presentUser(user));
  });

  bindings.bind(adminOnBehalfRoutes.changeMayTake, async ({ ctx, actor, params: { id }, body }) => {
    return reply(200, presentUser(await changeMayTake(ctx.state.em, actor, { id, ...body })));
  });

  bindings.bind(table.userDetail, async ({ ctx, params: { id } }) => {
    return reply(200, await findUserDetail(ctx.state.em, { id, current: sessionKeyOf(ctx) }));
  });

  bindings.bind(table.userSessions, async ({ ctx, params: { id } }) => {
    return reply(200, await findSessionsOf(ctx.state.em, { id, current: sessionKeyOf(ctx) }));
  });

  bindings.bind(table.endSessions, async ({ ctx, actor, params: { id } }) => {
    await endSessionsOf(ctx.state.em, actor, id);
    return reply(204, undefined);
  });

  bindings.bind(table.resetPassword, async ({ ctx, actor, params: { id } }) => {
    return reply(200, { temporaryPassword: await resetPassword(ctx.state.em, actor, id) });
  });
}
