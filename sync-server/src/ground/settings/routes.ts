import { adminProgrammeRoutes as table } from '@sunloop/shared-types/program/admin-program-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { askAgain } from '../../accounts/session/ask-again.ts';
import { changeSetting, findSettings } from './service.ts';

/** Settings of the whole system, for admins. */
export function settingRoutes(bindings: Bindings): void {
  bindings.bind(table.settings, async ({ ctx }) => {
    return reply(200, await findSettings(ctx.state.em));
  });

  bindings.bind(table.changeSetting, async ({ ctx, actor, params: { key }, body: { value } }) => {
    // These protect accounts.
    if (key.startsWith('security.'))
      await askAgain(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) });
    return reply(200, await changeSetting(ctx.state.em, actor, { key, value }));
  });
}
