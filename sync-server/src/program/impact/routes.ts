import { customerRoutes as table } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findImpact } from './service.ts';

/** What a customer's referrals save. */
export function impactRoutes(bindings: Bindings): void {
  bindings.bind(table.environmentalImpact, async ({ ctx, actor }) => {
    return reply(200, await findImpact(ctx.state.em, actor.userId));
  });
}
