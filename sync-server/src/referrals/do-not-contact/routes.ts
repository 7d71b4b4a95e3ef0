import { doNotContactRoutes as table } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findDoNotContact } from './marks.ts';
import { liftDoNotContact, markDoNotContact } from '../mark-person.ts';

/** Who is not to be contacted. */
export function doNotContactRoutes(bindings: Bindings): void {
  bindings.bind(table.doNotContact, async ({ ctx }) => {
    return reply(200, await findDoNotContact(ctx.state.em));
  });

  bindings.bind(table.markDoNotContact, async ({ ctx, actor, body }) => {
    return reply(201, await markDoNotContact(ctx.state.em, actor, body));
  });

  bindings.bind(table.liftDoNotContact, async ({ ctx, actor, params }) => {
    await liftDoNotContact(ctx.state.em, actor, params.id);
    return reply(204, undefined);
  });
}
