import { passkeyRoutes as table } from '@sunloop/shared-types/accounts/passkey.ts';
import { adminSecondFactorRoutes as adminTable } from '@sunloop/shared-types/accounts/second-factor.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import type { Actor, RequestContext } from '../../http/context.ts';
import { originOf } from '../../http/same-origin.ts';
import { nonceOf } from '../../http/session/nonce.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import type { RelyingParty } from './passkeys.ts';
import { factorSetupOf } from './setup.ts';
import type { ActorInSession } from '../session/confirm-password.ts';
import {
  findOwnFactor,
  removeCodes,
  renewRecoveryCodes,
  startCodes,
  turnCodesOn,
} from './own-codes.ts';
import {
  addPasskey,
  askNewPasskey,
  findPasskeys,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts';
import { resetSecondFactor } from './reset.ts';

/** Where passkeys belong to: PUBLIC_ORIGIN, or what the request names. */
export function partyOf(ctx: RequestContext): RelyingParty {
  const origin = originOf(ctx, factorSetupOf(ctx.state.em).publicOrigin);
  return { id: new URL(origin).hostname, origin };
}

/** A person's passkeys, and an admin's codes. */
export function secondFactorRoutes(bindings: Bindings): void {
  bindOwnPasskeys(bindings);
  bindOwnCodes(bindings);

  bindings.bind(adminTable.resetSecondFactor, async ({ ctx, actor, params: { id } }) => {
    await resetSecondFactor(ctx.state.em, actor, { userId: id, actorId: actor.userId });
    return reply(204, undefined);
  });
}

function bindOwnPasskeys(bindings: Bindings): void {
  const own = (ctx: RequestContext, { userId }: Actor) =>
    findPasskeys(ctx.state.em, userId, partyOf(ctx));

  bindings.bind(table.ownPasskeys, async ({ ctx, actor }) => reply(200, await own(ctx, actor)));

  bindings.bind(table.passkeyOptions, async ({ ctx, actor }) => {
    const asked = { userId: actor.userId, party: partyOf(ctx), nonce: nonceOf(ctx) };
    return reply(200, await askNewPasskey(ctx.state.em, asked));
  });

  bindings.bind(table.addPasskey, async ({ ctx, actor, body }) => {
    const made = { ...body, party: partyOf(ctx), nonce: nonceOf(ctx) };
    await addPasskey(ctx.state.em, inSession(ctx, actor), made);
    return reply(201, await own(ctx, actor));
  });

  bindings.bind(table.renamePasskey, async ({ ctx, actor, params: { id }, body: { name } }) => {
    await renamePasskey(ctx.state.em, { actor }, { id, name });
    return reply(200, await own(ctx, actor));
  });

  bindings.bind(table.removePasskey, async ({ ctx, actor, params: { id } }) => {
    await removePasskey(ctx.state.em, inSession(ctx, actor), id);
    return reply(200, await own(ctx, actor));
  });
}

function bindOwnCodes(bindings: Bindings): void {
  bindings.bind(adminTable.ownSecondFactor, async ({ ctx, actor }) => {
    return reply(200, await findOwnFactor(ctx.state.em, actor.userId));
  });

  bindings.bind(adminTable.startCodes, async ({ ctx, actor }) => {
    return reply(200, await startCodes(ctx.state.em, { actor }));
  });

  bindings.bind(adminTable.confirmCodes, async ({ ctx, actor, body: { code } }) => {
    return reply(200, await turnCodesOn(ctx.state.em, inSession(ctx, actor), code));
  });

  bindings.bind(adminTable.newRecoveryCodes, async ({ ctx, actor }) => {
    return reply(200, await renewRecoveryCodes(ctx.state.em, inSession(ctx, actor)));
  });

  bindings.bind(adminTable.removeCodes, async ({ ctx, actor }) => {
    await removeCodes(ctx.state.em, inSession(ctx, actor));
    return reply(204, undefined);
  });
}

const inSession = (ctx: RequestContext, actor: Actor): ActorInSession => ({
  actor,
  sessionKey: sessionKeyOf(ctx),
});
