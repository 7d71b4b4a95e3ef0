import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@sunloop/shared-types/values/escape-html.ts';
import { describeLanding, type LandingFacts } from './head.ts';

/** The part of the built page between these is about the app as a whole. */
const APP_HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;
const FIRST_VIEW = '<!-- first view -->';
/** What fetches the app: a page that answers a form is complete without it. */
const APP = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
/** Where the build left room for a text (`pwa/src/visitors/landing/first-view.tsx`). */
const SLOT = /\{\{(\w+)\}\}/g;
/** Between these is what is shown only if there is a text of this name. */
const PART = /\{\{\?(\w+)\}\}(.*?)\{\{\/\1\}\}/gs;

/** What became of a form that was sent without the app. */
export type FormState = 'form' | 'refused' | 'sent';
type Views = Readonly<Record<'known' | 'unknown' | 'away', Readonly<Record<FormState, string>>>>;

interface LandingPage extends LandingFacts {
  readonly webRoot: string;
  readonly code: string;
  readonly state: FormState;
  /** What was typed, by field, and why it is refused (`refusal`). */
  readonly texts: Readonly<Record<string, string>>;
}

/** The page behind a referral link, as the app draws it, so that it can be read and used before the app is there. */
export async function drawLanding(page: LandingPage): Promise<string> {
  const { webRoot, referrer, code, state, texts } = page;
  const views = (await readViews(webRoot, 'landing-views.json')) as Views;
  const kind = referrer === undefined ? 'away' : referrer === null ? 'unknown' : 'known';
  const filled: Readonly<Record<string, string | undefined>> = {
    ...texts,
    code,
    referrer: referrer?.name,
    ...(referrer?.hasPicture && { picture: `/pictures/${referrer.code}` }),
    ...helpTexts(page.help),
  };
  return drawPage(webRoot, {
    view: views[kind][state],
    texts: filled,
    head: describeLanding(page),
    hasApp: state === 'form',
  });
}

/** Names the way that is shown (`call`, `write` or `callOrWrite`), and fills it. */
function helpTexts(help: LandingFacts['help']) {
  const { phone = '', email = '' } = help ?? {};
  const way = phone && email ? 'callOrWrite' : phone ? 'call' : 'write';
  return {
    [way]: phone || email,
    helpPhone: phone,
    // A number that cannot be read is dialed as it is written.
    helpDial: help?.dial ?? phone,
    helpEmail: email,
  };
}

/** What the build drew for the server to fill in. */
export async function readViews(webRoot: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(webRoot, file), 'utf8'));
}

interface DrawnPage {
  readonly view: string;
  /** What fills its slots; what is absent is empty. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  /** What fills slots as HTML. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly head: string;
  readonly hasApp: boolean;
}

/** The built page with a drawn view in it. */
export async function drawPage(webRoot: string, page: DrawnPage): Promise<string> {
  const { view, texts, parts = {}, head, hasApp } = page;
  const html = await readFile(path.join(webRoot, 'refer.html'), 'utf8');
  const filled = view
    .replace(PART, (_, name: string, part: string) => (texts[name] ? part : ''))
    .replace(SLOT, (_, name: string) => parts[name] ?? escapeHtml(texts[name] ?? ''));
  return (hasApp ? html : html.replaceAll(APP, ''))
    .replace(APP_HEAD, () => head)
    .replace(FIRST_VIEW, () => filled);
}

interface TextPage {
  readonly title: string;
  /** HTML. */
  readonly text: string;
  readonly changed?: string;
}

/** A page of text with the look of the app, without the app itself; quite plain where that was not built. */
export async function drawTextPage(
  webRoot: string | undefined,
  { title, text, changed = '' }: TextPage,
): Promise<string> {
  const head = `<title>${escapeHtml(title)} · Sunloop</title>`;
  if (webRoot === undefined) return `<!doctype html>${head}<h1>${escapeHtml(title)}</h1>${text}`;
  const { page = '' } = (await readViews(webRoot, 'text-view.json')) as { page?: string };
  const filled = { view: page, texts: { title, changed }, parts: { text } };
  return drawPage(webRoot, { ...filled, head, hasApp: false });
}
