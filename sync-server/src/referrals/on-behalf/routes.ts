import { onBehalfOfMeRoutes } from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import { onBehalfRoutes as table } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { runnerOf } from '../../db/query/statement.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { forbidden, notFound, RequestError } from '../../http/errors.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { noteLost } from '../device-reports/lost-referrals.ts';
import { mayTake, requireCustomer } from './find-customer.ts';
import { sayNotMine } from './not-mine.ts';
import { findOnBehalfBy, findOnBehalfOf } from './queries.ts';
import { storeOnBehalf } from './store-on-behalf.ts';

/** Referrals taken for other customers: by whom, for whom, and what those say of it. */
export function onBehalfRoutes(bindings: Bindings): void {
  bindings.bind(table.pushTaken, async ({ ctx, actor, body }) => {
    const { sharedEm, em, log, noteRow } = ctx.state;
    const results = await storeOnBehalf(sharedEm, actor, body, noteRow);
    const created = results.flatMap(({ id, status }) => (status === 'created' && id ? id : []));
    const sessionKey = sessionKeyOf(ctx);
    if (body.isAgain) await noteLost(em, { actor, sessionKey, log }, created);
    return reply(200, { results });
  });

  bindings.bind(table.ownTaken, async ({ ctx, actor }) => {
    const { em } = ctx.state;
    if (!(await mayTake(runnerOf(em), actor.userId))) throw notAllowed();
    return reply(200, await findOnBehalfBy(em, actor.userId));
  });

  bindings.bind(table.takenCustomer, async ({ ctx, actor, params: { code } }) => {
    const { em } = ctx.state;
    const run = runnerOf(em);
    if (!(await mayTake(run, actor.userId))) throw notAllowed();
    await countCall(em, 'customerLookups', { user: actor.userId });
    const customer = await requireCustomer(run, { code, repId: actor.userId }).catch(notFoundFor);
    return reply(200, { name: customer.name });
  });

  bindings.bind(onBehalfOfMeRoutes.takenForMe, async ({ ctx, actor }) => {
    return reply(200, await findOnBehalfOf(ctx.state.em, actor.userId));
  });

  bindings.bind(onBehalfOfMeRoutes.notMine, async ({ ctx, actor, params: { id } }) => {
    await sayNotMine(ctx.state.em, actor, id);
    return reply(204, undefined);
  });
}

const notAllowed = () => forbidden('Only whoever takes referrals for others may ask this');

/** A look-up finds nobody where a row would be refused, in the same words. */
function notFoundFor(error: unknown): never {
  throw error instanceof RequestError ? notFound(error.message) : error;
}
