import { callRoutes as table } from '@sunloop/shared-types/referrals/call-list.ts';
import { sharedNoteRoutes } from '@sunloop/shared-types/referrals/shared-note.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findCallList } from './call-list.ts';
import { changeLead } from './change-lead.ts';
import { findSharedNotes } from './queries.ts';

/** Whom admins call and who looks after whom, and what referrers may read of it. Calls themselves are acts. */
export function callRoutes(bindings: Bindings): void {
  bindings.bind(table.callList, async ({ ctx, actor, query: { owner } }) => {
    return reply(200, await findCallList(ctx.state.em, { owner, me: actor.userId }));
  });

  bindings.bind(table.changeLead, async ({ ctx, actor, params, body }) => {
    return reply(200, await changeLead(ctx.state.em, actor, { ...params, ...body }));
  });

  bindings.bind(sharedNoteRoutes.sharedNotes, async ({ ctx, actor, params: { id } }) => {
    return reply(200, await findSharedNotes(ctx.state.em, { id, userId: actor.userId }));
  });
}
