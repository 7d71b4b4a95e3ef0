import { readReferPath } from '@sunloop/shared-types';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Orm } from '../../db/orm.ts';
import { findOrCount } from '../../http/bounds/call-limits.ts';
import { Deadline } from '../../http/bounds/deadline.ts';
import { clientOf, type Client, type Middleware, type RequestContext } from '../../http/context.ts';
import { answerTagged } from '../../http/calls/etag.ts';
import { unavailable } from '../../http/errors.ts';
import { originOf } from '../../http/same-origin.ts';
import { findReferrer } from '../quotes/referrer.ts';
import { findHelpContact } from '../settings/queries.ts';
import { describeLanding } from './head.ts';

/** A visitor would rather see the page than the name; milliseconds. */
const NAME_WAIT_MS = 2000;
/** The part of the built page between these is about the app as a whole. */
const APP_HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;

interface LandingDeps {
  readonly webRoot: string;
  /** Base of absolute addresses; taken from the request if absent. */
  readonly publicOrigin?: string | undefined;
  readonly log: Logger;
  readonly orm: Orm;
}

/**
 * Answers `/refer/{code}` with the app's page, which says whose link it is: link previews and search engines
 * run no script, and the greeting needs no second request. Uncompressed: it fits into the first packets.
 */
export function landingPage(deps: LandingDeps): Middleware {
  return async (ctx, next) => {
    const code = readReferPath(ctx.path);
    if (code === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    return sendLanding(ctx, code, deps);
  };
}

async function sendLanding(ctx: RequestContext, code: string, deps: LandingDeps): Promise<void> {
  const page = await readFile(path.join(deps.webRoot, 'refer.html'), 'utf8');
  const { referrer, help } = await tryToFind(code, clientOf(ctx), deps);
  const head = describeLanding({ origin: originOf(ctx, deps.publicOrigin), referrer, help });
  ctx.type = 'html';
  // The name is personal data: a shared cache must not store it, but the visitor's own may.
  ctx.set('Cache-Control', referrer ? 'private, no-cache' : 'no-cache');
  answerTagged(
    ctx,
    page.replace(APP_HEAD, () => head),
  );
}

/** If the database is away or slow, or too many codes were tried from there, the page is shown all the same: it greets without a name. */
async function tryToFind(code: string, { place }: Client, { orm, log }: LandingDeps) {
  const em = orm.em.fork();
  const limit = { name: 'wrongCodes', subjects: { address: place } } as const;
  const deadline = new Deadline(NAME_WAIT_MS, unavailable);
  try {
    const finding = [
      findOrCount(em, limit, () => findReferrer(em, code)),
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
