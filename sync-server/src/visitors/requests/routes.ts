import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import { readUuid } from '@sunloop/shared-types/values/read-code.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import { nameDay, ownRequestPath, QuotePhone } from '@sunloop/shared-types/visitors/quotes.ts';
import * as v from 'valibot';
import { countCall } from '../../http/bounds/call-limits.ts';
import { clientOf, type Middleware, type RequestContext } from '../../http/context.ts';
import { unavailable } from '../../http/errors.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { parseInput } from '../../http/parse.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { byDay } from '../quotes/call-by.ts';
import { changeOwnPhone, findOwnRequest } from '../quotes/own-request.ts';
import { drawPage, readViews } from '../landing/page.ts';
import type { LandingDeps } from '../landing/routes.ts';

const OWN_REQUEST = /^\/requests\/([^/]+)\/?$/;
const PhoneForm = v.object({ phone: QuotePhone });

/** The id in the path of a request's page; undefined if it is none. */
export function readOwnRequestPath(url: string): string | undefined {
  const [, typed = ''] = OWN_REQUEST.exec(url) ?? [];
  const id = readUuid(typed);
  return v.is(Id, id) ? id : undefined;
}

/**
 * Answers `/requests/{id}`: how far a request for a quote is, and a form for another number until somebody has called.
 * The page needs no script, so that the link works in any browser and costs the app nothing.
 */
export function requestPage(deps: LandingDeps): Middleware {
  return async (ctx, next) => {
    const id = readOwnRequestPath(ctx.path);
    if (id === undefined) return next();
    if (ctx.method === 'POST') return takePhone(ctx, id, deps);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    return answer(ctx, id, deps);
  };
}

async function takePhone(ctx: RequestContext, id: string, deps: LandingDeps): Promise<void> {
  try {
    requireSameOrigin(ctx, deps.publicOrigin);
    if (deps.disk && !(await deps.disk.hasRoom())) throw unavailable();
    const em = deps.orm.em.fork();
    await countCall(em, 'quotes', { address: clientOf(ctx).place });
    const bytes = await ctx.state.readBody(ctx, BODY_LIMIT_BYTES);
    const typed = new URLSearchParams(bytes.toString('utf8'));
    const { phone } = parseInput(PhoneForm, { phone: typed.get('phone') ?? '' });
    await changeOwnPhone(em, id, phone);
    ctx.redirect(ownRequestPath(id));
    ctx.status = 303;
  } catch (error) {
    const refusal = refusalOf(ctx, error);
    const [fault = refusal.message] = Object.values(refusal.fields ?? {});
    await answer(ctx, id, deps, fault);
    ctx.status = refusal.status;
    ctx.set(refusal.headers);
  }
}

async function answer(ctx: RequestContext, id: string, deps: LandingDeps, refusal = '') {
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'same-origin');
  const { view, status, texts } = await find(ctx, id, deps);
  const name = refusal && view === 'submitted' ? 'refused' : view;
  ctx.body = await draw(deps.webRoot, name, { ...texts, id, refusal });
  ctx.status = status;
}

/** Which of the drawn pages is shown, and with what. */
async function find(ctx: RequestContext, id: string, { orm }: LandingDeps) {
  try {
    const request = await findOwnRequest(orm.em.fork(), id);
    if (!request) return { view: 'unknown', status: 404, texts: {} };
    const { phone, askedAt, stand, callBy } = request;
    const asked = nameDay(askedAt.toISOString().slice(0, 10));
    return { view: stand, status: 200, texts: { phone, by: byDay(callBy), asked } };
  } catch (error) {
    return { view: 'away', status: refusalOf(ctx, error).status, texts: {} };
  }
}

const HEAD = '<title>Your request · Sunloop</title>\n    <meta name="robots" content="noindex" />';

async function draw(webRoot: string, name: string, texts: Readonly<Record<string, string>>) {
  const views = (await readViews(webRoot, 'request-views.json')) as Readonly<
    Record<string, string>
  >;
  return drawPage(webRoot, { view: views[name] ?? '', texts, head: HEAD, hasApp: false });
}
