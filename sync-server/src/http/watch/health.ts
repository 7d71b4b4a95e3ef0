import type { DiskGuard } from '../../db/disk-guard.ts';
import type { Probe, Readiness } from '../../db/probe.ts';
import type { Middleware, RequestContext } from '../context.ts';

const WORDS: Readonly<Record<Readiness, string>> = {
  ready: 'ready',
  'read-only': 'the database takes no writes',
  'not migrated': 'migrations are not current',
};

/**
 * `/healthz`: the process is up. `/readyz`: the database takes writes, its disk has room for them if it is our own, and it
 * has this build's migrations, else 503.
 */
export function health(probe: Probe, disk: DiskGuard | undefined): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') answer(ctx, 200, 'ok');
    else if (ctx.path === '/readyz') await answerReadiness(ctx, probe, disk);
    else await next();
  };
}

async function answerReadiness(
  ctx: RequestContext,
  probe: Probe,
  disk: DiskGuard | undefined,
): Promise<void> {
  try {
    const readiness = await probe.readiness();
    if (disk && !(await disk.hasRoom())) return answer(ctx, 503, 'the disk is full');
    answer(ctx, readiness === 'ready' ? 200 : 503, WORDS[readiness]);
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
