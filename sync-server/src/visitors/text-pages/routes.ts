import { nameDay } from '@sunloop/shared-types/visitors/quotes.ts';
import {
  TEXT_PAGES,
  type TextPage,
  textPageKey,
  textPagePath,
} from '@sunloop/shared-types/visitors/text-pages.ts';
import { answerTagged } from '../../http/calls/etag.ts';
import type { Middleware, RequestContext } from '../../http/context.ts';
import { refusalOf } from '../../http/error-handler.ts';
import { originOf } from '../../http/same-origin.ts';
import { drawTextPage } from '../landing/page.ts';
import type { LandingDeps } from '../landing/routes.ts';
import { findHelpContact } from '../../ground/settings/queries.ts';
import { htmlOfText } from '../../ground/settings/page-markup.ts';
import { findTextPage } from './queries.ts';

const SECURITY_TXT = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const SECURITY_TXT_DAYS = 180;

/** Answers `/privacy`, `/terms` and `/accessibility` with what the operator wrote, and `security.txt` (RFC 9116). */
export function textPages(deps: LandingDeps): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === SECURITY_TXT) return answerSecurityText(ctx, deps);
    const title = readTextPagePath(ctx.path);
    return title === undefined ? next() : answerPage(ctx, title, deps);
  };
}

/** The page at this path, if it is one of them; a trailing slash does not matter. */
export function readTextPagePath(url: string): TextPage | undefined {
  const bare = url.replace(/\/$/, '');
  return TEXT_PAGES.find((title) => textPagePath(title) === bare);
}

async function answerPage(ctx: RequestContext, title: TextPage, deps: LandingDeps) {
  const { status, text, changed } = await find(ctx, textPageKey(title), deps);
  ctx.type = 'html';
  ctx.set('Cache-Control', status === 200 ? 'no-cache' : 'no-store');
  const html = await drawTextPage(deps.webRoot, { title, text, changed });
  ctx.status = status;
  return status === 200 ? answerTagged(ctx, html) : void (ctx.body = html);
}

const AWAY = '<p>This page cannot be shown right now. Please open it again in a few minutes.</p>';

async function find(ctx: RequestContext, key: string, { orm }: LandingDeps) {
  try {
    const { text, values, changedOn } = await findTextPage(orm.em.fork(), key);
    const changed = `Last changed ${nameDay(changedOn)}`;
    return { status: 200, text: htmlOfText(text, values), changed };
  } catch (error) {
    return { status: refusalOf(ctx, error).status, text: AWAY, changed: '' };
  }
}

async function answerSecurityText(ctx: RequestContext, deps: LandingDeps): Promise<void> {
  const { email, dial } = await findHelpContact(deps.orm.em.fork());
  const contacts = [email && `mailto:${email}`, dial && `tel:${dial}`].filter(Boolean);
  if (contacts.length === 0) return;
  const expires = new Date();
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + SECURITY_TXT_DAYS);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${originOf(ctx, deps.publicOrigin)}${SECURITY_TXT}`,
  ];
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `${lines.join('\n')}\n`;
}
