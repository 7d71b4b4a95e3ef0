import { sessionRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { countCall } from '../../http/call-limits.ts';
import { presentUser } from './present.ts';
import { changeProfile } from './profile.ts';
import { hasEmail } from './service.ts';

/** A person's own account. */
export function userRoutes(bindings: Bindings): void {
  bindings.bind(table.changeProfile, async ({ ctx, actor, body }) => {
    const { em } = ctx.state;
    const subjects = { user: actor.userId, address: actor.place };
    // Whether another has it is told, so it may not be asked for every address there is.
    if (body.email !== undefined && !(await hasEmail(em, actor.userId, body.email))) {
      await countCall(em, 'newEmails', subjects);
    }
    if (typeof body.avatar === 'string') await countCall(em, 'newAvatars', subjects);
    const user = await changeProfile(em, actor, body);
    return reply(200, presentUser(user));
  });
}
