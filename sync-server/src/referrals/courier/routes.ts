import { courierRoutes as table } from '@sunloop/shared-types/referrals/courier.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { deliverHandover } from './service.ts';

/** What one person carries for another. */
export function courierRoutes(bindings: Bindings): void {
  bindings.bind(table.deliverHandover, async ({ ctx, actor, body }) => {
    const { em, noteRow } = ctx.state;
    return reply(200, await deliverHandover(em, actor, body.sealed, noteRow));
  });
}
