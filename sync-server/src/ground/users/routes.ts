import { sessionRoutes as table } from '@sunloop/shared-types/accounts/session-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import { askAgain } from '../../accounts/session/ask-again.ts';
import { presentCurrentUser } from './present-current.ts';
import { changeProfile } from './profile.ts';
import { hasEmail } from './service.ts';

/** A person's own account. */
export function userRoutes(bindings: Bindings): void {
  bindings.bind(table.changeProfile, async ({ ctx, actor, body }) => {
    const { em } = ctx.state;
    const { currentPassword: _, ...change } = body;
    const subjects = { user: actor.userId, address: actor.place };
    await countCall(em, 'profileChanges', subjects);
    // The answer reveals whether another user has an email, so the number of attempts is limited.
    if (change.email !== undefined && !(await hasEmail(em, actor.userId, change.email))) {
      await askAgain(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) }, body);
      await countCall(em, 'newEmails', subjects);
    }
    if (typeof change.avatar === 'string') await countCall(em, 'newAvatars', subjects);
    const user = await changeProfile(em, actor, change);
    return reply(200, await presentCurrentUser(em, user.id));
  });
}
