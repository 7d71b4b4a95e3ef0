import { customerRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { pushReferrals } from './service.ts';

/** Device to server in batches. */
export function syncRoutes(bindings: Bindings): void {
  bindings.bind(table.pushReferrals, async ({ ctx, actor, body }) => {
    const results = await pushReferrals(ctx.state.em, actor, body.referrals);
    return reply(200, { results });
  });
}
