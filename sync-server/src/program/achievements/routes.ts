import { ACHIEVEMENT_CHECK_MS } from '@sunloop/shared-types/limits.ts';
import { LIST_HEADER, NEXT_CHECK_HEADER } from '@sunloop/shared-types/program/achievement-check.ts';
import { customerRoutes as table } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { reply, type Bindings, type Handler } from '../../http/calls/bind-route.ts';
import type { Actor } from '../../http/context.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { isForNobody } from '../../http/same-origin.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { hasListMoved, NEWEST_WITH_SESSION } from './list-moved.ts';
import { findAchievements, takeNews } from './queries.ts';

/** A user's achievements, for the user and for admins; `checkSeconds` is how often apps are to ask for new ones. */
export const achievementRoutes = (checkSeconds: number) => (bindings: Bindings) => {
  bindings.bind(table.achievements, async ({ ctx, actor, params: { userId } }) => {
    requireSelfOrAdmin(actor, userId);
    const user = await ctx.state.em.count(UserEntity, { id: userId });
    if (user === 0) throw notFound('There is no such user');
    return reply(200, await findAchievements(ctx.state.em, userId));
  });

  const check: Handler<typeof table.checkAchievements> = async (call) => {
    const { ctx, actor, params } = call;
    const { userId } = params;
    requireSelfOrAdmin(actor, userId);
    if (checkSeconds * 1000 > ACHIEVEMENT_CHECK_MS) ctx.set(NEXT_CHECK_HEADER, `${checkSeconds}`);
    const isOwn = actor.userId === userId;
    if (isOwn && hasListMoved(ctx.get(LIST_HEADER), ctx.state.sessionRow))
      ctx.set(LIST_HEADER, '1');
    if (isOwn && !ctx.state.hasNews) return reply(200, []);
    // The body of a response to HEAD reaches nobody.
    const isDelivery = isOwn && ctx.method !== 'HEAD' && !isForNobody(ctx);
    return reply(200, await takeNews(ctx.state.em, { userId, isDelivery }));
  };
  bindings.bind(table.checkAchievements, check, () => NEWEST_WITH_SESSION);
};

function requireSelfOrAdmin(actor: Actor, userId: string): void {
  if (actor.userId !== userId && actor.role !== 'admin') throw forbidden();
}
