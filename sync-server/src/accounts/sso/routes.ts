import { type SsoFault, ssoRoutes as table } from '@sunloop/shared-types/accounts/sso-routes.ts';
import type { Orm } from '../../db/orm.ts';
import { countCall } from '../../http/bounds/call-limits.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { clientOf, type Middleware, type RequestContext } from '../../http/context.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { RequestError } from '../../http/errors.ts';
import { originOf } from '../../http/same-origin.ts';
import { findDevice, rememberDevice } from '../../http/session/device.ts';
import { startSession } from '../../http/session/session.ts';
import { rememberTrip, takeTrip } from '../../http/session/sso-cookie.ts';
import { drawTextPage } from '../../visitors/landing/page.ts';
import { faultTextOf, SSO_FAULT_PATH } from './fault-page.ts';
import { type Provider, SsoError } from './provider.ts';
import { countingRefusals } from './refusals.ts';
import { signOn } from './sign-on.ts';
import { providerOf } from './sso-state.ts';

/** Single sign-on: to the identity provider and back. `publicOrigin` is taken from the request if absent. */
export function ssoRoutes(publicOrigin: string | undefined): (bindings: Bindings) => void {
  return (bindings) => {
    bindings.bind(table.startSso, async ({ ctx, query: { to = '/' } }) => {
      return leadOn(ctx, async (provider) => {
        const origin = originOf(ctx, publicOrigin);
        const { url, ...secrets } = await provider.begin(new URL(table.finishSso.path, origin));
        rememberTrip(ctx, { ...secrets, to: ownPath(to, origin) });
        return url.href;
      });
    });

    bindings.bind(table.finishSso, async ({ ctx }) => {
      return leadOn(ctx, (provider) => finish(ctx, provider, originOf(ctx, publicOrigin)));
    });
  };
}

/** Sends the browser where `work` says, or to the page that says why not. */
async function leadOn(ctx: RequestContext, work: (provider: Provider) => Promise<string>) {
  try {
    const provider = providerOf(ctx.state.em);
    if (!provider) throw new SsoError('off', 'there is no identity provider');
    ctx.set('Location', await work(provider));
  } catch (error) {
    const fault = faultOf(ctx, error);
    ctx.set('Location', SSO_FAULT_PATH + fault);
  }
  return reply(302, undefined);
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
  const user = await countingRefusals(em, async () => {
    const identity = await provider.finish(new URL(ctx.url, origin), trip);
    const { absentClaim } = identity;
    if (absentClaim !== undefined)
      ctx.state.log.warn({ absentClaim }, 'the claim that makes an admin was absent');
    return signOn(em, client, { identity, known });
  });
  await startSession(ctx, user, { isVouchedFor: true });
  rememberDevice(ctx, user.id);
  return trip.to;
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
    const text = isRead ? faultTextOf(ctx.path, providerOf(orm.em)?.name) : undefined;
    if (text === undefined) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Robots-Tag', 'noindex');
    ctx.body = await drawTextPage(webRoot, { title: 'You are not signed in', text });
  };
}
