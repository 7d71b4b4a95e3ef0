import { migrationsCurrent } from '../db/migrate.ts';
import type { Orm } from '../db/orm.ts';
import type { Middleware, RequestContext } from './context.ts';

/** `/healthz`: the process is up. `/readyz`: the database answers and has this build's migrations, else 503. */
export function health(orm: Orm): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') answer(ctx, 200, 'ok');
    else if (ctx.path === '/readyz') await answerReadiness(ctx, orm);
    else await next();
  };
}

async function answerReadiness(ctx: RequestContext, orm: Orm): Promise<void> {
  try {
    const isCurrent = await migrationsCurrent(orm);
    answer(ctx, isCurrent ? 200 : 503, isCurrent ? 'ready' : 'migrations are not current');
  } catch (error) {
    ctx.state.log.warn({ err: error }, 'not ready');
    answer(ctx, 503, 'the database does not answer');
  }
}

function answer(ctx: RequestContext, status: number, text: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = text;
}
