import type { Probe } from '../../db/probe.ts';
import type { Middleware, RequestContext } from '../context.ts';

/** `/healthz`: the process is up. `/readyz`: the database answers and has this build's migrations, else 503. */
export function health(probe: Probe): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') answer(ctx, 200, 'ok');
    else if (ctx.path === '/readyz') await answerReadiness(ctx, probe);
    else await next();
  };
}

async function answerReadiness(ctx: RequestContext, probe: Probe): Promise<void> {
  try {
    const isCurrent = await probe.isCurrent();
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
