import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HelpContact } from '@sunloop/shared-types';
import type { Logger } from 'pino';
import type { Referrer } from '../features/quotes/referrer.ts';
import type { Middleware, RequestContext } from './context.ts';
import { answerTagged } from './etag.ts';
import { describeLanding } from './landing-head.ts';
import { originOf } from './same-origin.ts';

const LANDING_PATH = /^\/refer\/([^/]+)\/?$/;
/** The part of the built page between these is about the app as a whole. */
const APP_HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;

export interface LandingDeps {
  readonly webRoot: string;
  /** Base of absolute addresses; taken from the request if absent. */
  readonly publicOrigin: string | undefined;
  readonly log: Logger;
  /** The owner of a code as typed; undefined if no active user has it. */
  readonly findReferrer: (typedCode: string) => Promise<Referrer | undefined>;
  readonly findHelp: () => Promise<HelpContact>;
}

/**
 * Answers `/refer/{code}` with the app's page, told whose link it is: link previews and search engines run no script,
 * and a person's greeting needs no second request. Uncompressed: it fits into the first packets.
 */
export function landingPage(deps: LandingDeps): Middleware {
  return async (ctx, next) => {
    const code = LANDING_PATH.exec(ctx.path)?.[1];
    if (code === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    return sendLanding(ctx, decode(code), deps);
  };
}

async function sendLanding(ctx: RequestContext, code: string, deps: LandingDeps): Promise<void> {
  const page = await readFile(path.join(deps.webRoot, 'refer.html'), 'utf8');
  const { referrer, help } = await tryToFind(code, deps);
  const head = describeLanding({ origin: originOf(ctx, deps.publicOrigin), referrer, help });
  ctx.type = 'html';
  // The name is its owner's: a shared cache must not keep it, but the visitor's own may.
  ctx.set('Cache-Control', referrer ? 'private, no-cache' : 'no-cache');
  answerTagged(
    ctx,
    page.replace(APP_HEAD, () => head),
  );
}

/** If the database is away, the page is shown all the same: it greets without a name. */
async function tryToFind(code: string, { findReferrer, findHelp, log }: LandingDeps) {
  try {
    const [referrer = null, help] = await Promise.all([findReferrer(code), findHelp()]);
    return { referrer, help };
  } catch (error) {
    log.warn({ err: error }, 'a landing page was sent without its referrer');
    return { referrer: undefined, help: undefined };
  }
}

/** A badly encoded text is not a code either; the page opens all the same. */
function decode(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
