import { programmeRoutes } from '@sunloop/shared-types/program/program-routes.ts';
import { customerRoutes as table } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findAvailable, findHistory, findLevels } from './queries.ts';
import { findLadder, findProgramme } from './program.ts';

/** What a customer has earned and can still earn. */
export function rewardRoutes(bindings: Bindings): void {
  bindings.bind(table.rewardLevels, async ({ ctx, actor }) => {
    return reply(200, await findLevels(ctx.state.em, actor.userId));
  });

  bindings.bind(table.rewardLadder, async ({ ctx, actor }) => {
    return reply(200, await findLadder(ctx.state.em, actor.userId));
  });

  bindings.bind(programmeRoutes.programme, async ({ ctx }) => {
    return reply(200, await findProgramme(ctx.state.em));
  });

  bindings.bind(table.rewardHistory, async ({ ctx, actor }) => {
    return reply(200, await findHistory(ctx.state.em, actor.userId));
  });

  bindings.bind(table.availableRewards, async ({ ctx }) => {
    return reply(200, await findAvailable(ctx.state.em));
  });
}
