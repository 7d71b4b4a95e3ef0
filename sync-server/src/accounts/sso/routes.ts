import { type SsoFault, ssoRoutes as table } from '@sunloop/shared-types/accounts/sso-routes.ts';
import { PROVED_MS } from '@sunloop/shared-types/limits.ts';
import type { Orm } from '../../db/orm.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { clientOf, type Middleware, type RequestContext } from '../../http/context.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { RequestError } from '../../http/errors.ts';
import { isFromElsewhere, originOf } from '../../http/same-origin.ts';
import { findDevice, rememberDevice } from '../../http/session/device.ts';
import { startSession } from '../../http/session/session.ts';
import { rememberTrip, takeTrip } from '../../http/session/sso-cookie.ts';
import { drawTextPage } from '../../visitors/landing/page.ts';
import { faultPageOf, SSO_FAULT_PATH } from './fault-page.ts';
import { type Identity, type Provider, SsoError } from './provider.ts';
import { countingRefusals } from './refusals.ts';
import { signOn } from './sign-on.ts';
import { providerOf } from './sso-state.ts';

/** Single sign-on: to the identity provider and back. `publicOrigin` is taken from the request if absent. */
export function ssoRoutes(publicOrigin: string | undefined): (bindings: Bindings) => void {
  return (bindings) => {
    bindings.bind(table.startSso, async ({ ctx, query: { to = '/', again } }) => {
      if (isFromElsewhere(ctx)) return leadTo(ctx, SIGN_IN_PATH);
      return leadOn(ctx, async (provider) => {
        const origin = originOf(ctx, publicOrigin);
        const callback = new URL(table.finishSso.path, origin);
        const asksAgain = again !== undefined;
        const { url, ...secrets } = await provider.begin({ callback, asksAgain });
        rememberTrip(ctx, { ...secrets, to: ownPath(to, origin), asksAgain });
        return url.href;
      });
    });

    bindings.bind(table.finishSso, async ({ ctx }) => {
      return leadOn(ctx, (provider) => finish(ctx, provider, originOf(ctx, publicOrigin)));
    });
  };
}

/** Where the person says that they want to sign in, because another site sent them. */
const SIGN_IN_PATH = '/auth';

function leadTo(ctx: RequestContext, place: string) {
  ctx.set('Location', place);
  return reply(302, undefined);
}

/** Sends the browser where `work` says, or to the page that says why not. */
async function leadOn(ctx: RequestContext, work: (provider: Provider) => Promise<string>) {
  try {
    const provider = providerOf(ctx.state.em);
    if (!provider) throw new SsoError('off', 'there is no identity provider');
    return leadTo(ctx, await work(provider));
  } catch (error) {
    return leadTo(ctx, SSO_FAULT_PATH + faultOf(ctx, error));
  }
}

function faultOf(ctx: RequestContext, error: unknown): SsoFault {
  if (error instanceof SsoError) {
    ctx.state.log.warn({ fault: error.fault, reason: error.message }, 'single sign-on was refused');
    return error.fault;
  }
  if (error instanceof RequestError && error.code === 'rate_limited') return 'busy';
  refusalOf(ctx, error);
  return 'away';
}

async function finish(ctx: RequestContext, provider: Provider, origin: string): Promise<string> {
  const { em } = ctx.state;
  const client = clientOf(ctx);
  const trip = takeTrip(ctx);
  if (!trip || ctx.query['state'] !== trip.state)
    throw new SsoError('ended', 'this browser is not on the way back from it');
  await countCall(em, 'ssoSignIns', { address: client.place });
  const known = findDevice(ctx)?.userIds ?? [];
  const { user, shownAgo } = await countingRefusals(em, async () => {
    const identity = await provider.finish(new URL(ctx.url, origin), trip);
    const { absentClaim } = identity;
    if (absentClaim !== undefined)
      ctx.state.log.warn({ absentClaim }, 'the claim that makes an admin was absent');
    if (trip.asksAgain) requireShownNow(identity);
    const signedOn = await signOn(em, client, { identity, known });
    return { user: signedOn, shownAgo: identity.shownAgo };
  });
  await startSession(ctx, user, { isVouchedFor: true, provedAgo: shownAgo });
  rememberDevice(ctx, user.id);
  return trip.to;
}

/** Throws unless the person has just shown the provider who they are, which a provider need not ask for. */
function requireShownNow({ shownAgo }: Identity): void {
  if (shownAgo === undefined) throw new SsoError('stale', 'auth_time is absent from the ID token');
  if (shownAgo * 1000 > PROVED_MS)
    throw new SsoError('stale', `the provider last asked who it is ${shownAgo} seconds ago`);
}

/** A path of this server; anything else is its start page. */
function ownPath(to: string, origin: string): string {
  const isOwn = (path: string) => path.startsWith('/') && isAt(path, origin);
  const url = isOwn(to) ? new URL(to, origin) : undefined;
  // What is left of the dots may begin with two slashes, which a browser takes for another host.
  const path = url ? url.pathname + url.search + url.hash : '/';
  return isOwn(path) ? path : '/';
}

const isAt = (path: string, origin: string) =>
  URL.parse(path, origin)?.origin === new URL(origin).origin;

interface PageDeps {
  readonly orm: Orm;
  /** Folder of the built app. */
  readonly webRoot?: string | undefined;
}

/** Says in words why somebody was not signed in by the identity provider. */
export function ssoFaultPage({ orm, webRoot }: PageDeps): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const page = isRead ? faultPageOf(ctx.path, providerOf(orm.em)?.name) : undefined;
    if (!page) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Robots-Tag', 'noindex');
    ctx.body = await drawTextPage(webRoot, page);
  };
}
