import { sessionRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { presentUser } from './present.ts';
import { changeProfile } from './profile.ts';

/** A person's own account. */
export function userRoutes(bindings: Bindings): void {
  bindings.bind(table.changeProfile, async ({ ctx, actor, body }) => {
    const user = await changeProfile(ctx.state.em, actor, body);
    return reply(200, presentUser(user));
  });
}
