import { adminUserRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findSecurityStats } from './queries.ts';

/** The state of sign-ins, for admins. */
export function securityRoutes(bindings: Bindings): void {
  bindings.bind(table.securityStats, async ({ ctx }) => {
    return reply(200, await findSecurityStats(ctx.state.em));
  });
}
