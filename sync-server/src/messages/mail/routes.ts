import { mailRoutes as table } from '@sunloop/shared-types/messages/mail-routes.ts';
import { MAIL_KINDS } from '@sunloop/shared-types/messages/mail.ts';
import { notificationRoutes } from '@sunloop/shared-types/messages/push.ts';
import type { Orm } from '../../db/orm.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { clientOf, type Middleware, type RequestContext } from '../../http/context.ts';
import { sessionKeyOf } from '../../http/session/session.ts';
import { drawTextPage } from '../../visitors/landing/page.ts';
import { findNotifications, turnOff, turnOn } from '../push/devices.ts';
import { MAIL_OFF_PATH, readMailOff } from './mail-off.ts';
import { mailOf } from './mail-state.ts';
import { changeOwnMail, findOwnMail } from './own-mail.ts';

/** Which messages a person gets, and whether the device they ask from is told of them. */
export function mailRoutes(bindings: Bindings): void {
  bindings.bind(table.ownMail, async ({ ctx, actor }) => {
    return reply(200, await findOwnMail(ctx.state.em, actor.userId));
  });

  bindings.bind(table.switchMail, async ({ ctx, actor, body: { kind, isOn } }) => {
    const { userId } = actor;
    await changeOwnMail(ctx.state.em, actor, { userId, kind, isOn });
    return reply(200, await findOwnMail(ctx.state.em, userId));
  });

  bindings.bind(notificationRoutes.ownNotifications, async ({ ctx }) => {
    return reply(200, await findNotifications(ctx.state.em, sessionKeyOf(ctx)));
  });

  bindings.bind(notificationRoutes.turnNotificationsOn, async ({ ctx, actor, body }) => {
    await turnOn(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) }, body);
    return reply(204, undefined);
  });

  bindings.bind(notificationRoutes.turnNotificationsOff, async ({ ctx, actor }) => {
    await turnOff(ctx.state.em, { actor, sessionKey: sessionKeyOf(ctx) });
    return reply(204, undefined);
  });
}

/**
 * Answers the link that switches a kind of message off without a sign-in. Opening it only asks, because mail scanners open
 * links; a POST does it, from the page or from a mail program (RFC 8058), which carries neither cookie nor origin.
 */
export function mailOffPage(deps: Deps): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(MAIL_OFF_PATH)) return next();
    const isPost = ctx.method === 'POST';
    if (!isPost && ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const em = deps.orm.em.fork();
    const mail = mailOf(em);
    const switched = mail && readMailOff(mail, ctx.path.slice(MAIL_OFF_PATH.length));
    if (!switched) return draw(ctx, deps, UNKNOWN);
    const { label } = MAIL_KINDS[switched.kind];
    if (!isPost) return draw(ctx, deps, ask(label));
    await changeOwnMail(em, clientOf(ctx), { ...switched, isOn: false });
    return draw(ctx, deps, done(label));
  };
}

interface Deps {
  readonly orm: Orm;
  /** Folder of the built app. */
  readonly webRoot?: string | undefined;
}

interface Page {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly text: string;
}

const UNKNOWN: Page = {
  status: 404,
  title: 'This link is not ours',
  text: '<p>It may have lost its end. Your profile has a switch for each kind of message.</p>',
};

const ask = (label: string): Page => ({
  status: 200,
  title: `Switch off “${label}”?`,
  text: `<p>You will get no more messages of this kind.</p>
    <form method="post"><button type="submit" class="button" data-variant="primary" data-size="md"><span>Switch them off</span></button></form>`,
});

const done = (label: string): Page => ({
  status: 200,
  title: `“${label}” is switched off`,
  text: '<p>You can switch these messages on again in your profile. <a href="/profile?section=messages">Open your profile</a></p>',
});

/** Without script, so that it opens anywhere. */
async function draw(
  ctx: RequestContext,
  { webRoot }: Deps,
  { status, title, text }: Page,
): Promise<void> {
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.body = await drawTextPage(webRoot, { title, text });
  ctx.status = status;
}
