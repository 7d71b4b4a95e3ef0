import { adminUserRoutes as table } from '@sunloop/shared-types/accounts/users.ts';
import { policyReportRoutes } from '@sunloop/shared-types/ground/policy-report.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { clientOf } from '../../http/context.ts';
import { countRefusals } from './policy-refusals.ts';
import { findSecurityStats } from './queries.ts';
import { readPolicyReport } from './read-policy-report.ts';

/** What browsers refused, told by them, and the state of sign-ins, for admins. */
export function securityRoutes(bindings: Bindings): void {
  bindings.bind(table.securityStats, async ({ ctx }) => {
    return reply(200, await findSecurityStats(ctx.state.em));
  });
  bindings.bind(policyReportRoutes.reportPolicy, async ({ ctx, body }) => {
    const em = ctx.state.sharedEm;
    await countCall(em, 'policyReports', { address: clientOf(ctx).place, all: '' });
    await countRefusals(em, readPolicyReport(body));
    return reply(204, undefined);
  });
}
