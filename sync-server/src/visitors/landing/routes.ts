import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import { readReferPath, readReferralCode } from '@sunloop/shared-types/referrals/referral-code.ts';
import { NewQuote } from '@sunloop/shared-types/visitors/quotes.ts';
import type { Logger } from 'pino';
import type { DiskGuard } from '../../db/disk-guard.ts';
import type { Orm } from '../../db/orm.ts';
import { findOrCount } from '../../http/bounds/call-limits.ts';
import { Deadline } from '../../http/bounds/deadline.ts';
import { clientOf, type Client, type Middleware, type RequestContext } from '../../http/context.ts';
import { answerTagged } from '../../http/calls/etag.ts';
import { unavailable } from '../../http/errors.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { parseInput } from '../../http/parse.ts';
import { originOf, requireSameOrigin } from '../../http/same-origin.ts';
import { byDay } from '../quotes/call-by.ts';
import { findOpenPicture, findReferrer } from '../quotes/referrer.ts';
import { findHelpContact } from '../../ground/settings/queries.ts';
import { takeQuote } from '../quotes/routes.ts';
import { formId } from './form-id.ts';
import { drawLanding, type FormState } from './page.ts';

/** A visitor would rather see the page than the name; milliseconds. */
const NAME_WAIT_MS = 2000;

/** What the pages need that the server draws. */
export interface LandingDeps {
  readonly webRoot: string;
  /** Base of absolute addresses; taken from the request if absent. */
  readonly publicOrigin?: string | undefined;
  readonly log: Logger;
  readonly orm: Orm;
  readonly disk?: DiskGuard | undefined;
}

/**
 * Answers `/refer/{code}` with the app's page, which says whose link it is: link previews and search engines
 * run no script, and on a slow line it can be read and its form sent long before the app is there.
 */
export function landingPage(deps: LandingDeps): Middleware {
  return async (ctx, next) => {
    const code = readReferPath(ctx.path);
    if (code === undefined) return next();
    if (ctx.method === 'POST') return takeForm(ctx, code, deps);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    return answerTagged(ctx, await draw(ctx, code, deps));
  };
}

interface Drawn {
  readonly state: FormState;
  readonly texts: Readonly<Record<string, string>>;
}

const EMPTY: Drawn = { state: 'form', texts: {} };

async function draw(ctx: RequestContext, code: string, deps: LandingDeps, drawn = EMPTY) {
  const { referrer, help } = await tryToFind(code, clientOf(ctx), deps);
  const origin = originOf(ctx, deps.publicOrigin);
  ctx.type = 'html';
  // The name is personal data: a shared cache must not store it, but the visitor's own may.
  ctx.set('Cache-Control', referrer ? 'private, no-cache' : 'no-cache');
  return drawLanding({ webRoot: deps.webRoot, origin, referrer, help, code, ...drawn });
}

/** Takes the form as a browser sends it without the app, by the rules of `POST /api/refer`. */
async function takeForm(ctx: RequestContext, code: string, deps: LandingDeps): Promise<void> {
  let texts: Record<string, string> = {};
  try {
    requireSameOrigin(ctx, deps.publicOrigin);
    if (deps.disk && !(await deps.disk.hasRoom())) throw unavailable();
    texts = await readForm(ctx);
    const em = deps.orm.em.fork();
    const quote = parseInput(NewQuote, {
      ...texts,
      id: await formId(em, [code, ...FIELDS.map((field) => texts[field] ?? '')]),
      referralCode: code,
    });
    const { id, callBy } = await takeQuote(ctx, em, quote);
    const sent = { ...texts, id, by: byDay(callBy) };
    ctx.body = await draw(ctx, code, deps, { state: 'sent', texts: sent });
  } catch (error) {
    const refusal = refusalOf(ctx, error);
    const faults = Object.values(refusal.fields ?? { '': refusal.message });
    const page = { ...texts, refusal: faults.join('. ') };
    ctx.body = await draw(ctx, code, deps, { state: 'refused', texts: page });
    ctx.status = refusal.status;
    ctx.set(refusal.headers);
  }
}

const FIELDS = ['name', 'email', 'phone', 'address', 'message'] as const;

async function readForm(ctx: RequestContext): Promise<Record<string, string>> {
  const bytes = await ctx.state.readBody(ctx, BODY_LIMIT_BYTES);
  const typed = new URLSearchParams(bytes.toString('utf8'));
  return Object.fromEntries(FIELDS.map((field) => [field, typed.get(field) ?? '']));
}

const wrongCodesOf = ({ place }: Client) =>
  ({ name: 'wrongCodes', subjects: { address: place } }) as const;

/** If the database is away or slow, or too many codes were tried from there, the page is shown all the same: it greets without a name. */
async function tryToFind(code: string, client: Client, { orm, log }: LandingDeps) {
  const em = orm.em.fork();
  const deadline = new Deadline(NAME_WAIT_MS, unavailable);
  try {
    const finding = [
      findOrCount(em, wrongCodesOf(client), () => findReferrer(em, code)),
      findHelpContact(orm.em.fork()),
    ] as const;
    const [referrer = null, help] = await Promise.race([Promise.all(finding), deadline.passed]);
    return { referrer, help };
  } catch (error) {
    log.warn({ err: error }, 'a landing page was sent without its referrer');
    return { referrer: undefined, help: undefined };
  } finally {
    deadline.stop();
  }
}

const PICTURE = /^\/pictures\/([^/]+)$/;
const DATA_URL = /^data:(image\/\w+);base64,(.+)$/s;

/**
 * Answers `/pictures/{code}` with the picture its owner shows, else 404. A browser may keep it but asks each time, so
 * that it is gone once its owner hides it.
 */
export function openPicture({ orm }: Pick<LandingDeps, 'orm'>): Middleware {
  return async (ctx, next) => {
    const [, code] = PICTURE.exec(ctx.path) ?? [];
    if (code === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    ctx.set('X-Robots-Tag', 'noindex');
    try {
      const em = orm.em.fork();
      const find = () => findOpenPicture(em, readReferralCode(code));
      const avatar = await findOrCount(em, wrongCodesOf(clientOf(ctx)), find);
      const [, type, base64] = DATA_URL.exec(avatar ?? '') ?? [];
      if (type === undefined || base64 === undefined) return void (ctx.status = 404);
      ctx.type = type;
      answerTagged(ctx, Buffer.from(base64, 'base64'));
    } catch (error) {
      const { status, headers } = refusalOf(ctx, error);
      ctx.status = status;
      ctx.set(headers);
    }
  };
}
