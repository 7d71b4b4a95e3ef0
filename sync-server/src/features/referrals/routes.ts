import { customerRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { findReferralsOf } from './queries.ts';
import { addReferral } from './service.ts';

/** A customer's own referrals. */
export function referralRoutes(bindings: Bindings): void {
  bindings.bind(table.addReferral, async ({ ctx, actor, body }) => {
    const { referral, isNew } = await addReferral(ctx.state.em, actor, body);
    return reply(isNew ? 201 : 200, referral);
  });

  bindings.bind(table.listReferrals, async ({ ctx, actor }) => {
    return reply(200, await findReferralsOf(ctx.state.em, actor.userId));
  });
}
