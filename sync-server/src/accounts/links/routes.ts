import { hash } from 'node:crypto';
import { linkRoutes as table } from '@sunloop/shared-types/accounts/link-routes.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { countCall, findOrCount, requireCallLeft } from '../../http/bounds/call-limits.ts';
import { clientOf, type Middleware, type RequestContext } from '../../http/context.ts';
import { linkEnded, RequestError } from '../../http/errors.ts';
import { askConfirmation } from '../../messages/mail/ask-confirmation.ts';
import { requireMail } from '../../messages/mail/mail-state.ts';
import { requireUser } from '../../ground/users/service.ts';
import { askPasswordReset } from './forgotten-password.ts';
import { confirmEmail, openLink, setPasswordByLink } from './use-link.ts';

/** Links in messages: a forgotten password, an invitation, a confirmed address. */
export function linkRoutes(bindings: Bindings): void {
  bindings.bind(table.askPasswordReset, async ({ ctx, body: { email } }) => {
    const { em } = ctx.state;
    // Counters must not say who was asked about.
    const whose = hash('sha256', email.toLowerCase(), 'hex');
    const subjects = { address: clientOf(ctx).place, email: whose };
    await countCall(em, 'passwordResets', subjects);
    await askPasswordReset(em, email);
    return reply(204, undefined);
  });

  bindings.bind(table.openLink, async ({ ctx, body: { token } }) => {
    const { em } = ctx.state;
    const limit = { name: 'wrongLinks', subjects: { address: clientOf(ctx).place } } as const;
    const opened = await findOrCount(em, limit, () =>
      openLink(em, token, ctx.state.signedIn?.userId),
    );
    if (!opened) throw linkEnded();
    return reply(200, opened);
  });

  bindings.bind(table.setPasswordByLink, async ({ ctx, body }) => {
    await countingWrong(ctx, () => setPasswordByLink(ctx.state.em, clientOf(ctx), body));
    return reply(204, undefined);
  });

  bindings.bind(table.confirmEmail, async ({ ctx, body }) => {
    const said = { ...body, ownId: ctx.state.signedIn?.userId };
    await countingWrong(ctx, () => confirmEmail(ctx.state.em, clientOf(ctx), said));
    return reply(204, undefined);
  });

  bindings.bind(table.askConfirmation, async ({ ctx, actor: { userId } }) => {
    const { em } = ctx.state;
    requireMail(em);
    await countCall(em, 'confirmations', { user: userId, address: clientOf(ctx).place });
    const { email, pendingEmail, emailConfirmedAt } = await requireUser(em, userId);
    const address = pendingEmail ?? (emailConfirmedAt ? undefined : email);
    if (address !== undefined) await askConfirmation(em, { userId, email: address, again: true });
    return reply(204, undefined);
  });
}

/** Counts a link that nobody has, of which one network may try a few. */
async function countingWrong(ctx: RequestContext, work: () => Promise<void>): Promise<void> {
  const subjects = { address: clientOf(ctx).place };
  await requireCallLeft(ctx.state.em, 'wrongLinks', subjects);
  try {
    await work();
  } catch (error) {
    const isEnded = error instanceof RequestError && error.code === 'link_ended';
    if (isEnded) await countCall(ctx.state.em.fork(), 'wrongLinks', subjects);
    throw error;
  }
}

const CHANGE_PASSWORD_PATH = '/.well-known/change-password';

/** Tells password managers where a password is changed (https://w3c.github.io/webappsec-change-password-url/). */
export const changePasswordAddress: Middleware = (ctx, next) => {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (ctx.path !== CHANGE_PASSWORD_PATH || !isRead) return next();
  ctx.status = 302;
  ctx.redirect('/profile?section=security');
  return Promise.resolve();
};
