import { adminReferralRoutes as table } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findReport } from './queries.ts';

/** What the charts of the admin's desk show. */
export function reportRoutes(bindings: Bindings): void {
  bindings.bind(table.report, async ({ ctx }) => {
    return reply(200, await findReport(ctx.state.em, new Date()));
  });
}
