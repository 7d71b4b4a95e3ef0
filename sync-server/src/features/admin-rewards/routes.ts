import { adminProgrammeRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { findAvailable } from '../rewards/queries.ts';
import { addAvailable, changeAvailable, deleteAvailable } from './available.ts';
import { payoutsCsv } from './payouts-csv.ts';
import { markPayouts } from './mark-payouts.ts';
import { findPayoutMonths, findPayouts, findPayoutsOfMonth } from './payouts.ts';
import { addTier, changeTier, deleteTier, findTiers } from './tiers.ts';

/** What referrals pay and what they have paid, for admins. */
export function adminRewardRoutes(bindings: Bindings): void {
  bindTiers(bindings);
  bindAvailable(bindings);
  bindPayouts(bindings);
}

function bindPayouts(bindings: Bindings): void {
  bindings.bind(table.payouts, async ({ ctx }) => {
    return reply(200, await findPayouts(ctx.state.em));
  });

  bindings.bind(table.payoutsOfMonth, async ({ ctx, query }) => {
    return reply(200, await findPayoutsOfMonth(ctx.state.em, query.month));
  });

  bindings.bind(table.payoutMonths, async ({ ctx }) => {
    return reply(200, await findPayoutMonths(ctx.state.em));
  });

  bindings.bind(table.markPayouts, async ({ ctx, actor, body }) => {
    return reply(200, await markPayouts(ctx.state.em, actor, body));
  });

  bindings.bind(table.payoutsCsv, async ({ ctx, query: { month } }) => {
    const { em } = ctx.state;
    const payouts = month ? await findPayoutsOfMonth(em, month) : await findPayouts(em);
    const name = month ? `payouts-${month}` : 'payouts';
    ctx.set('Content-Disposition', `attachment; filename="${name}.csv"`);
    return reply(200, payoutsCsv(payouts));
  });
}

function bindTiers(bindings: Bindings): void {
  bindings.bind(table.rewardTiers, async ({ ctx }) => {
    return reply(200, await findTiers(ctx.state.em));
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

function bindAvailable(bindings: Bindings): void {
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
