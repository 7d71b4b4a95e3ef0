import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findLostReferrals, noteLost } from '../device-reports/lost-referrals.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { believeReceipts } from '../receipts/believe.ts';
import { changesWithSession, pullAdminReferrals, pullReferrals } from './pull.ts';
import { pushReferrals } from './service.ts';

/** From device to server in batches, and back as the changes since a cursor. */
export function syncRoutes(bindings: Bindings): void {
  bindings.bind(customerRoutes.pushReferrals, async ({ ctx, actor, body }) => {
    const { sharedEm, em, log, noteRow } = ctx.state;
    const { answer, created } = await pushReferrals(sharedEm, actor, body, noteRow);
    const sessionKey = sessionKeyOf(ctx);
    if (body.isAgain) await noteLost(em, { actor, sessionKey, log }, created);
    await believeReceipts(em, actor.userId, body.receipts ?? []);
    return reply(200, answer);
  });

  bindings.bind(
    customerRoutes.pullReferrals,
    async ({ ctx, actor, query }) => {
      const { sharedEm, sessionRow } = ctx.state;
      return reply(200, await pullReferrals(sharedEm, actor.userId, query, sessionRow));
    },
    changesWithSession,
  );

  bindings.bind(adminReferralRoutes.pullAdminReferrals, async ({ ctx, query }) => {
    return reply(200, await pullAdminReferrals(ctx.state.em, query.since));
  });

  bindings.bind(adminReferralRoutes.lostReferrals, async ({ ctx }) => {
    return reply(200, await findLostReferrals(ctx.state.em));
  });
}
