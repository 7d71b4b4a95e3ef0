import { adminOnBehalfRoutes } from '@sunloop/shared-types/referrals/admin-on-behalf.ts';
import type { ListedReferral } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { adminReferralRoutes as adminTable } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { customerRoutes as table } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { reply, type Bindings } from '../http/calls/bind-route.ts';
import { linkNextPage } from '../http/calls/next-page.ts';
import { TextStream } from '../http/calls/text-stream.ts';
import { actOnReferrals } from './acts/acts.ts';
import { checkActs } from './acts/check-acts.ts';
import { previewCompletion } from './completion-preview.ts';
import { decideDuplicates } from './cases/decide.ts';
import { findAdminReferralDetail } from './detail.ts';
import { keepOnBehalf } from './keep-on-behalf.ts';
import { countReferrals } from './list/count.ts';
import { findReferralPage } from './list/find-page.ts';
import { streamReferrals, streamReferralsCsv } from './list/stream.ts';
import { findReferralsOf } from './queries.ts';
import { addReferral } from './service.ts';
import { changeStatus, deleteReferral } from './status.ts';
import { requireSeenName } from './store/sent-before.ts';

/** A customer's own referrals, and what an admin does with anybody's. */
export function referralRoutes(bindings: Bindings): void {
  bindings.bind(table.addReferral, async ({ ctx, actor, body }) => {
    const { sharedEm, noteRow } = ctx.state;
    const there = await requireSeenName(sharedEm, actor.userId, body);
    if (there) return reply(200, there);
    const { referral, isNew } = await addReferral(sharedEm, actor, body, noteRow);
    return reply(isNew ? 201 : 200, referral);
  });

  bindings.bind(table.listReferrals, async ({ ctx, actor }) => {
    return reply(200, await findReferralsOf(ctx.state.em, actor.userId));
  });

  bindings.bind(adminTable.adminReferrals, async ({ ctx, query }) => {
    const { em } = ctx.state;
    const { limit } = query;
    if (limit === undefined) {
      return reply(200, new TextStream<ListedReferral[]>('json', await streamReferrals(em, query)));
    }
    const { referrals, next } = await findReferralPage(em, { ...query, limit });
    if (next !== undefined) linkNextPage(ctx, next);
    return reply(200, referrals);
  });

  bindings.bind(adminTable.adminReferralsCsv, async ({ ctx, query }) => {
    const file = new TextStream<string>('csv', await streamReferralsCsv(ctx.state.em, query));
    ctx.set('Content-Disposition', 'attachment; filename="referrals.csv"');
    return reply(200, file);
  });

  bindings.bind(adminTable.countAdminReferrals, async ({ ctx, query }) => {
    return reply(200, await countReferrals(ctx.state.em, query));
  });

  bindings.bind(adminTable.adminReferral, async ({ ctx, params }) => {
    return reply(200, await findAdminReferralDetail(ctx.state.em, params.id));
  });

  bindings.bind(adminTable.decideDuplicates, async ({ ctx, actor, params, body }) => {
    const { em } = ctx.state;
    await decideDuplicates(em, actor, { ...params, ...body });
    return reply(200, await findAdminReferralDetail(em, params.id));
  });

  bindings.bind(adminOnBehalfRoutes.keepTaken, async ({ ctx, actor, params }) => {
    return reply(200, await keepOnBehalf(ctx.state.em, actor, params.id));
  });

  bindings.bind(adminTable.actOnReferrals, async ({ ctx, actor, body: { acts, isCheck } }) => {
    const { em } = ctx.state;
    const results = isCheck ? checkActs(em, acts) : actOnReferrals(em, actor, acts);
    return reply(200, { results: await results });
  });

  bindings.bind(adminTable.previewCompletion, async ({ ctx, body: { ids } }) => {
    return reply(200, await previewCompletion(ctx.state.em, ids));
  });

  bindings.bind(adminTable.changeReferralStatus, async ({ ctx, actor, params, body }) => {
    return reply(200, await changeStatus(ctx.state.em, actor, { ...params, ...body }));
  });

  bindings.bind(adminTable.deleteReferral, async ({ ctx, actor, params }) => {
    await deleteReferral(ctx.state.em, actor, params.id);
    return reply(204, undefined);
  });
}
