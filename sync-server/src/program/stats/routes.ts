import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findAdminStats, findUserStats, SUMS_WITH_SESSION } from './queries.ts';

/** The figures of the two dashboards. */
export function statsRoutes(bindings: Bindings): void {
  bindings.bind(
    customerRoutes.stats,
    async ({ ctx: { state }, actor }) => {
      return reply(200, await findUserStats(state.sharedEm, actor.userId, state.sessionRow));
    },
    () => SUMS_WITH_SESSION,
  );

  bindings.bind(adminReferralRoutes.adminStats, async ({ ctx }) => {
    return reply(200, await findAdminStats(ctx.state.em));
  });
}
