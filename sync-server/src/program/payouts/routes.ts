import { adminProgrammeRoutes as table } from '@sunloop/shared-types/program/admin-program-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { markPayouts } from './mark-payouts.ts';
import { findPayRun, noteTaxForm } from './pay-run.ts';
import { payoutsCsv } from './payouts-csv.ts';
import { findPayoutMonths, findPayouts, findPayoutsOfMonth } from './queries.ts';

/** What was paid for referrals, for admins. */
export function adminPayoutRoutes(bindings: Bindings): void {
  bindings.bind(table.payouts, async ({ ctx }) => {
    return reply(200, await findPayouts(ctx.state.em));
  });

  bindings.bind(table.payoutsOfMonth, async ({ ctx, query }) => {
    return reply(200, await findPayoutsOfMonth(ctx.state.em, query.month));
  });

  bindings.bind(table.payoutMonths, async ({ ctx }) => {
    return reply(200, await findPayoutMonths(ctx.state.em));
  });

  bindings.bind(table.payRun, async ({ ctx }) => {
    return reply(200, await findPayRun(ctx.state.em, new Date()));
  });

  bindings.bind(table.noteTaxForm, async ({ ctx, actor, params, body }) => {
    return reply(200, await noteTaxForm(ctx.state.em, actor, { ...params, ...body }));
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
