import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { countCalls } from '../bounds/rate-limit.ts';
import { clientOf, type Client, type Middleware, type RequestContext } from '../context.ts';
import { RequestError } from '../errors.ts';
import { isAdminCall } from './request-log.ts';

/** Lines in the audit log per hour: somebody who keeps asking must not fill it. */
const NOTED_PER_USER = 20;
const NOTED_PER_ADDRESS = 60;

/** Adds a line to the audit log. */
type WriteLine = (
  em: SqlEntityManager,
  client: Client,
  line: { userId: string; action: string; entity: string; details: string },
) => void;

/**
 * Notes in the audit log whose admin call was refused as not allowed (403), a few times an hour. A
 * call refused for its content is only in the request log, because nothing forbidden was tried.
 */
export function noteRefusedAdminCalls(writeLine: WriteLine): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const isRefusal = error instanceof RequestError && error.status === 403;
      if (isRefusal && isAdminCall(ctx)) await tryToNote(ctx, error, writeLine);
      throw error;
    }
  };
}

/** The refusal stands whether or not it can be noted. */
async function tryToNote(
  ctx: RequestContext,
  refusal: RequestError,
  writeLine: WriteLine,
): Promise<void> {
  try {
    await note(ctx, refusal, writeLine);
  } catch (error) {
    ctx.state.log.warn({ err: error }, 'a refused admin call could not be noted');
  }
}

async function note(
  ctx: RequestContext,
  { code }: RequestError,
  writeLine: WriteLine,
): Promise<void> {
  const userId = ctx.state.signedIn?.userId;
  if (userId === undefined) return;
  // In a separate transaction: whatever the call itself did was rolled back.
  const em = ctx.state.em.fork();
  const client = clientOf(ctx);
  const limits = [
    { key: `refused:user:${userId}`, max: NOTED_PER_USER, windowMs: HOUR_MS },
    { key: `refused:address:${client.place}`, max: NOTED_PER_ADDRESS, windowMs: HOUR_MS },
  ];
  let isLast = false;
  for (const limit of limits) {
    const count = await countCalls(em, limit);
    if (count > limit.max) return;
    isLast ||= count === limit.max;
  }
  const call = `${ctx.method} ${String(ctx['_matchedRoute'])}: ${code}`;
  writeLine(em, client, {
    userId,
    action: 'admin_call.refused',
    entity: 'admin_call',
    details: isLast ? `${call}; more of this hour are not noted` : call,
  });
  await em.flush();
}
