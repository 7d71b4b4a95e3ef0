import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeLanding, escapeHtml, type LandingFacts } from './head.ts';

/** The part of the built page between these is about the app as a whole. */
export const APP_HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;
export const FIRST_VIEW = '<!-- first view -->';
/** What fetches the app: a page that answers a form is complete without it. */
export const APP = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
/** Where the build left room for a text (`pwa/src/features/refer/first-view.tsx`). */
const SLOT = /\{\{(\w+)\}\}/g;

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
  const [html, views] = await Promise.all([
    readFile(path.join(webRoot, 'refer.html'), 'utf8'),
    readFile(path.join(webRoot, 'landing-views.json'), 'utf8'),
  ]);
  const kind = referrer === undefined ? 'away' : referrer === null ? 'unknown' : 'known';
  const filled: Readonly<Record<string, string | undefined>> = {
    ...texts,
    code,
    referrer: referrer?.name,
  };
  const view = fillSlots((JSON.parse(views) as Views)[kind][state], filled);
  return (state === 'form' ? html : html.replaceAll(APP, ''))
    .replace(APP_HEAD, () => describeLanding(page))
    .replace(FIRST_VIEW, () => view);
}

/** A drawn view with its slots filled; what is absent is empty. */
export function fillSlots(
  view: string,
  texts: Readonly<Record<string, string | undefined>>,
): string {
  return view.replace(SLOT, (_, name: string) => escapeHtml(texts[name] ?? ''));
}
