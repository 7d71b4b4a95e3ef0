import { passkeyRoutes } from '@sunloop/shared-types/accounts/passkey.ts';
import { adminSecondFactorRoutes } from '@sunloop/shared-types/accounts/second-factor.ts';
import { sessionRoutes as table } from '@sunloop/shared-types/accounts/session-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { countCall, isWithinLimit, requireCallLeft } from '../../http/bounds/call-limits.ts';
import { type Actor, type Client, clientOf, type RequestContext } from '../../http/context.ts';
import { passwordNeeded, rateLimited, RequestError } from '../../http/errors.ts';
import { findDevice, type KnownDevice, rememberDevice } from '../../http/session/device.ts';
import { nonceOf } from '../../http/session/nonce.ts';
import { sessionKeyOf, startSession, stopSession } from '../../http/session/session.ts';
import { requestQueue } from '../../http/bounds/request-queue.ts';
import { presentCurrentUser, TOLD_WITH_SESSION } from '../../ground/users/present-current.ts';
import type { UserEntity } from '../../ground/users/entities.ts';
import { partyOf } from '../second-factor/routes.ts';
import { askAgain } from './ask-again.ts';
import { provePassword, proveBy } from './confirm-password.ts';
import { askPasskey, isPasskeyOf, logInByPasskey } from './passkey-sign-in.ts';
import { logInByCode } from './second-step.ts';
import { changePassword, logIn, signUp } from './service.ts';
import { endOwnSession, endOwnSessions, findSessions, signOut } from './sessions.ts';

/**
 * Sign-ins and sign-ups from one address or known device at once, and those that may wait: each costs a hash
 * that all others wait for.
 */
const PER_ADDRESS = { atOnce: 4, queue: 25 };
const BUSY_RETRY_SECONDS = 1;
const ofAddress = requestQueue(PER_ADDRESS, () => rateLimited(BUSY_RETRY_SECONDS));

/** Asks the actor again, for a call of the table that says so. */
export const askAgainIn = (ctx: RequestContext, actor: Actor, body: unknown) =>
  askAgain(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) }, body);

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
        const isAsked = await isWithinLimit(em, 'confirmations', subject);
        return await signUp(em, client, { ...body, isAsked });
      } catch (error) {
        // Each refusal reveals that somebody has an account.
        if (isTaken(error)) await countCall(em.fork(), 'refusedSignUps', subject);
        throw error;
      }
    });
    await startSession(ctx, user);
    rememberDevice(ctx, user.id);
    return reply(201, await presentCurrentUser(ctx.state.em, user.id));
  });

  bindings.bind(table.logIn, async ({ ctx, body }) => {
    return enter(ctx, (client, device) =>
      logIn(ctx.state.em, client, { ...body, device, nonceOf: () => nonceOf(ctx) }),
    );
  });

  bindings.bind(adminSecondFactorRoutes.logInByCode, async ({ ctx, body: { code } }) => {
    return enter(ctx, (client, device) =>
      logInByCode(ctx.state.em, client, { code, device, nonce: nonceOf(ctx) }),
    );
  });

  bindings.bind(passkeyRoutes.passkeySignIn, async ({ ctx }) => {
    const { em } = ctx.state;
    await countCall(em, 'passkeySignIns', { address: clientOf(ctx).place });
    return reply(200, await askPasskey(em, partyOf(ctx), nonceOf(ctx)));
  });

  bindings.bind(passkeyRoutes.logInByPasskey, async ({ ctx, body: credential }) => {
    const asked = { credential, party: partyOf(ctx), nonce: nonceOf(ctx) };
    return enter(ctx, (client, device) =>
      logInByPasskey(ctx.state.em, client, { ...asked, device }),
    );
  });

  bindings.bind(table.logOut, async ({ ctx }) => {
    const { em, signedIn } = ctx.state;
    if (signedIn) {
      const { userId } = signedIn;
      await signOut(em, clientOf(ctx), { userId, sessionKey: sessionKeyOf(ctx) });
    }
    stopSession(ctx);
    return reply(204, undefined);
  });

  bindings.bind(
    table.currentUser,
    async ({ ctx: { state }, actor }) => {
      const { sharedEm, sessionRow } = state;
      return reply(200, await presentCurrentUser(sharedEm, actor.userId, state, sessionRow));
    },
    () => TOLD_WITH_SESSION,
  );

  bindings.bind(table.changePassword, async ({ ctx, actor, body }) => {
    const { em } = ctx.state;
    await countCall(em, 'newPasswords', { user: actor.userId });
    await changePassword(em, { actor, sessionKey: sessionKeyOf(ctx) }, body.newPassword);
    return reply(204, undefined);
  });

  bindings.bind(adminSecondFactorRoutes.proveIdentity, async ({ ctx, actor, body }) => {
    const { em } = ctx.state;
    const who = { actor, sessionKey: sessionKeyOf(ctx) };
    const { credential, currentPassword } = body;
    if (credential) {
      const asked = { credential, party: partyOf(ctx), nonce: nonceOf(ctx) };
      const judge = () => isPasskeyOf(em, actor.userId, asked);
      const isProved = await proveBy(em, who, { how: 'by passkey', judge });
      if (!isProved) throw passwordNeeded('This is not a passkey of this account');
    } else await provePassword(em, who, currentPassword);
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

/** Signs in, in turn, whoever `find` finds, and answers as they are told about themselves. */
async function enter(
  ctx: RequestContext,
  find: (client: Client, device: KnownDevice | undefined) => Promise<UserEntity>,
) {
  const client = clientOf(ctx);
  const device = findDevice(ctx);
  const user = await ofAddress.run(device?.id ?? client.place, () => find(client, device));
  await startSession(ctx, user);
  rememberDevice(ctx, user.id);
  return reply(200, await presentCurrentUser(ctx.state.em, user.id, ctx.state));
}

function isTaken(error: unknown): boolean {
  return error instanceof RequestError && error.status === 409;
}
