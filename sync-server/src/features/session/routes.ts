import { sessionRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { countCall, requireCallLeft } from '../../http/bounds/call-limits.ts';
import { clientOf } from '../../http/context.ts';
import { rateLimited, RequestError } from '../../http/errors.ts';
import { findDevice, rememberDevice } from '../../http/session/device.ts';
import { sessionKeyOf, startSession, stopSession } from '../../http/session/session.ts';
import { requestQueue } from '../../http/bounds/request-queue.ts';
import { presentCurrentUser } from '../users/present-current.ts';
import { requireUser } from '../users/service.ts';
import { confirmPassword } from './confirm-password.ts';
import { changePassword, logIn, signUp } from './service.ts';
import { endOwnSession, endOwnSessions, findSessions } from './sessions.ts';

/**
 * Sign-ins and sign-ups from one address or known device at once, and those that may wait: each costs a hash
 * that all others wait for.
 */
const PER_ADDRESS = { atOnce: 4, queue: 25 };
const BUSY_RETRY_SECONDS = 1;
const ofAddress = requestQueue(PER_ADDRESS, () => rateLimited(BUSY_RETRY_SECONDS));

/** Signing up, in and out, the current user, their password and their sessions. */
export function sessionRoutes(bindings: Bindings): void {
  bindings.bind(table.signUp, async ({ ctx, body }) => {
    const client = clientOf(ctx);
    const { em } = ctx.state;
    const subject = { address: client.place };
    await requireCallLeft(em, 'refusedSignUps', subject);
    await countCall(em, 'signUps', subject);
    const user = await ofAddress.run(client.place, async () => {
      try {
        return await signUp(em, client, body);
      } catch (error) {
        // Each refusal reveals that somebody has an account.
        if (isTaken(error)) await countCall(em.fork(), 'refusedSignUps', subject);
        throw error;
      }
    });
    await startSession(ctx, user);
    rememberDevice(ctx, user.id);
    return reply(201, await presentCurrentUser(ctx.state.em, user));
  });

  bindings.bind(table.logIn, async ({ ctx, body }) => {
    const client = clientOf(ctx);
    const device = findDevice(ctx);
    const signingIn = () => logIn(ctx.state.em, client, { ...body, device });
    const user = await ofAddress.run(device?.id ?? client.place, signingIn);
    await startSession(ctx, user);
    rememberDevice(ctx, user.id);
    return reply(200, await presentCurrentUser(ctx.state.em, user));
  });

  bindings.bind(table.logOut, async ({ ctx }) => {
    stopSession(ctx);
    return reply(204, undefined);
  });

  bindings.bind(table.currentUser, async ({ ctx, actor }) => {
    const user = await requireUser(ctx.state.em, actor.userId);
    return reply(200, await presentCurrentUser(ctx.state.em, user));
  });

  bindings.bind(table.changePassword, async ({ ctx, actor, body }) => {
    const { em } = ctx.state;
    const confirming = { actor, sessionKey: sessionKeyOf(ctx) };
    await confirmPassword(em, confirming, body.currentPassword);
    await countCall(em, 'newPasswords', { user: actor.userId });
    await changePassword(em, confirming, body.newPassword);
    return reply(204, undefined);
  });

  bindings.bind(table.ownSessions, async ({ ctx, actor }) => {
    const whose = { userId: actor.userId, current: sessionKeyOf(ctx) };
    return reply(200, await findSessions(ctx.state.em, whose));
  });

  bindings.bind(table.endOwnSessions, async ({ ctx, actor, query: { keep } }) => {
    const except = keep === 'this' ? sessionKeyOf(ctx) : undefined;
    await endOwnSessions(ctx.state.em, actor, except);
    if (except === undefined) stopSession(ctx);
    return reply(204, undefined);
  });

  bindings.bind(table.endOwnSession, async ({ ctx, actor, params: { id } }) => {
    await endOwnSession(ctx.state.em, actor, id);
    return reply(204, undefined);
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof RequestError && error.status === 409;
}
