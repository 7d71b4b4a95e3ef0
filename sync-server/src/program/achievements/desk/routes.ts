import { adminProgrammeRoutes as table } from '@sunloop/shared-types/program/admin-program-routes.ts';
import { reply, type Bindings } from '../../../http/calls/bind-route.ts';
import {
  addAchievement,
  changeAchievement,
  deleteAchievement,
  findDefinitions,
} from './service.ts';

/** The definitions of achievements, for admins. */
export function adminAchievementRoutes(bindings: Bindings): void {
  bindings.bind(table.adminAchievements, async ({ ctx }) => {
    return reply(200, await findDefinitions(ctx.state.em));
  });

  bindings.bind(table.addAchievement, async ({ ctx, actor, body }) => {
    return reply(201, await addAchievement(ctx.state.em, actor, body));
  });

  bindings.bind(table.changeAchievement, async ({ ctx, actor, params: { id }, body }) => {
    return reply(200, await changeAchievement(ctx.state.em, actor, { id, change: body }));
  });

  bindings.bind(table.deleteAchievement, async ({ ctx, actor, params: { id } }) => {
    await deleteAchievement(ctx.state.em, actor, id);
    return reply(204, undefined);
  });
}
