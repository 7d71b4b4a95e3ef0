import { HOUR_MS, SIGNUPS_PER_HOUR, sessionRoutes as table } from '@sunloop/shared-types';
import { reply, type Bindings } from '../../http/bind-route.ts';
import { clientOf } from '../../http/context.ts';
import { findDevice, rememberDevice } from '../../http/device.ts';
import { rateLimited } from '../../http/errors.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import { sessionKeyOf, startSession, stopSession } from '../../http/session.ts';
import { Turns } from '../../turns.ts';
import { presentUser } from '../users/present.ts';
import { requireUser } from '../users/service.ts';
import { changePassword, logIn, signUp } from './service.ts';

/**
 * Sign-ins and sign-ups of one address or known device at once, and those that wait: each costs a hash all
 * others wait for.
 */
const PER_ADDRESS = { atOnce: 4, queue: 25 };
const BUSY_RETRY_SECONDS = 1;
const ofAddress = new Turns(PER_ADDRESS, () => rateLimited(BUSY_RETRY_SECONDS));

/** Signing up, in and out, the current user and their password. */
export function sessionRoutes(bindings: Bindings): void {
  bindings.bind(table.signUp, async ({ ctx, body }) => {
    const client = clientOf(ctx);
    const key = `signup:${client.place}`;
    await countAgainst(ctx.state.em, { key, max: SIGNUPS_PER_HOUR, windowMs: HOUR_MS });
    const signingUp = () => signUp(ctx.state.em, client, body);
    const user = await ofAddress.run(client.place, signingUp);
    await startSession(ctx, user);
    rememberDevice(ctx, user.id);
    return reply(201, presentUser(user));
  });

  bindings.bind(table.logIn, async ({ ctx, body }) => {
    const client = clientOf(ctx);
    const device = findDevice(ctx);
    const signingIn = () => logIn(ctx.state.em, client, { ...body, device });
    const user = await ofAddress.run(device?.id ?? client.place, signingIn);
    await startSession(ctx, user);
    rememberDevice(ctx, user.id);
    return reply(200, presentUser(user));
  });

  bindings.bind(table.logOut, async ({ ctx }) => {
    stopSession(ctx);
    return reply(204, undefined);
  });

  bindings.bind(table.currentUser, async ({ ctx, actor }) => {
    const user = await requireUser(ctx.state.em, actor.userId);
    return reply(200, presentUser(user));
  });

  bindings.bind(table.changePassword, async ({ ctx, actor, body }) => {
    const sessionKey = sessionKeyOf(ctx);
    await changePassword(ctx.state.em, { ...actor, sessionKey }, body);
    return reply(204, undefined);
  });
}
