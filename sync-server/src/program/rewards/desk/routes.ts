import { adminProgrammeRoutes as table } from '@sunloop/shared-types/program/admin-program-routes.ts';
import { reply, type Bindings } from '../../../http/calls/bind-route.ts';
import { findAvailable } from '../queries.ts';
import { addAvailable, changeAvailable, deleteAvailable } from './service.ts';

/** The rewards that the rewards page advertises, for admins. */
export function adminRewardRoutes(bindings: Bindings): void {
  bindings.bind(table.adminRewards, async ({ ctx }) => {
    return reply(200, await findAvailable(ctx.state.em));
  });

  bindings.bind(table.addAvailableReward, async ({ ctx, actor, body }) => {
    return reply(201, await addAvailable(ctx.state.em, actor, body));
  });

  bindings.bind(table.changeAvailableReward, async ({ ctx, actor, params: { id }, body }) => {
    return reply(200, await changeAvailable(ctx.state.em, actor, { id, change: body }));
  });

  bindings.bind(table.deleteAvailableReward, async ({ ctx, actor, params: { id } }) => {
    await deleteAvailable(ctx.state.em, actor, id);
    return reply(204, undefined);
  });
}
