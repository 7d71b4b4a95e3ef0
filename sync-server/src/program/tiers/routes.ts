import { adminProgrammeRoutes as table } from '@sunloop/shared-types/program/admin-program-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findPromisedRungs } from './promised.ts';
import { addTier, changeTier, deleteTier, findTiers } from './service.ts';

/** What referrals pay, for admins. */
export function adminTierRoutes(bindings: Bindings): void {
  bindings.bind(table.rewardTiers, async ({ ctx }) => {
    return reply(200, await findTiers(ctx.state.em));
  });

  bindings.bind(table.promisedRungs, async ({ ctx }) => {
    return reply(200, await findPromisedRungs(ctx.state.em));
  });

  bindings.bind(table.addRewardTier, async ({ ctx, actor, body }) => {
    return reply(201, await addTier(ctx.state.em, actor, body));
  });

  bindings.bind(table.changeRewardTier, async ({ ctx, actor, params: { id }, body }) => {
    return reply(200, await changeTier(ctx.state.em, actor, { id, change: body }));
  });

  bindings.bind(table.deleteRewardTier, async ({ ctx, actor, params: { id } }) => {
    await deleteTier(ctx.state.em, actor, id);
    return reply(204, undefined);
  });
}
