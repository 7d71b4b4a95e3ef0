import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types/limits.ts';
import type { Logger } from 'pino';
import type { Middleware, RequestContext, WorkPlace } from '../context.ts';
import { errorBody, unavailable } from '../errors.ts';
import { Door, type DoorBounds } from './door.ts';

const TELL_EVERY_MS = 10_000;

/**
 * Lets the process work on a few calls at once, and refuses at once (503), before anything of them is read, those that would not
 * get their turn soon: what is accepted is then still answered soon. Sign-ins have a door of their own, which nobody else
 * fills. A refusal must cost next to nothing, so the log has one line on all of ten seconds.
 */
export function shedLoad(bounds: DoorBounds, log: Logger): Middleware {
  const [usual, signIns] = [entryOf(bounds), entryOf(bounds)];
  const note = tellNowAndThen(log);
  return async (ctx, next) => {
    const { door, place } = ctx.path.startsWith(SIGN_INS) ? signIns : usual;
    if (!(await door.enter())) {
      note();
      refuse(ctx);
      return;
    }
    ctx.state.place = place;
    try {
      // Who left while waiting wants nothing any more.
      if (!ctx.res.closed) await next();
    } finally {
      door.leave();
    }
  };
}

/** What begins so is a step of a sign-in. */
const SIGN_INS = sessionRoutes.logIn.path;

function entryOf(bounds: DoorBounds): { door: Door; place: WorkPlace } {
  const door = new Door(bounds);
  const outside = async <T>(wait: () => Promise<T>): Promise<T> => {
    door.leave();
    try {
      return await wait();
    } finally {
      door.enterAgain();
    }
  };
  return { door, place: { outside } };
}

function tellNowAndThen(log: Logger): () => void {
  let refused = 0;
  let toldAt = -Infinity;
  return () => {
    refused += 1;
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    log.warn({ refused }, 'overloaded: calls are refused');
    refused = 0;
    toldAt = performance.now();
  };
}

const REFUSAL = unavailable();
const BODY = JSON.stringify(errorBody(REFUSAL));

function refuse(ctx: RequestContext): void {
  ctx.status = REFUSAL.status;
  ctx.set({ ...REFUSAL.headers, [OURS_HEADER]: OURS_HEADER_VALUE, 'Cache-Control': 'no-store' });
  ctx.type = 'json';
  ctx.body = BODY;
}
