import { adminUserRoutes as table } from '@sunloop/shared-types/accounts/users.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findAuditCsv } from './audit-csv.ts';
import { findAuditLogs } from './queries.ts';

/** What happened, for admins. */
export function auditRoutes(bindings: Bindings): void {
  bindings.bind(table.auditLogs, async ({ ctx, query }) => {
    return reply(200, await findAuditLogs(ctx.state.em, query));
  });

  bindings.bind(table.auditCsv, async ({ ctx, query }) => {
    ctx.set('Content-Disposition', 'attachment; filename="audit-log.csv"');
    return reply(200, await findAuditCsv(ctx.state.em, query));
  });
}
