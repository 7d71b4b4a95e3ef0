import type { HelpContact } from '@sunloop/shared-types/program/ladder.ts';
import { escapeHtml } from '@sunloop/shared-types/values/escape-html.ts';
import { isVisibleName } from '@sunloop/shared-types/values/visible-name.ts';
import { hasWebAddress } from '@sunloop/shared-types/values/web-address.ts';
import type { Referrer } from '../quotes/referrer.ts';

const DESCRIPTION =
  'Get a free solar consultation and a free quote for your home. It takes a minute and commits you to nothing.';
const IMAGE = { path: '/link-preview.png', width: '1200', height: '630' };
const IMAGE_ALT = 'Sunloop: your roof belongs in the sun';

export interface LandingFacts {
  readonly origin: string;
  /** `null`: nobody has the code; absent if the database could not be asked. */
  readonly referrer: Referrer | null | undefined;
  /** Absent if the database could not be asked. */
  readonly help: HelpContact | undefined;
}

/** The part of the page's head that describes a referral link, as HTML. */
export function describeLanding({ origin, referrer, help }: LandingFacts): string {
  const name = referrer?.name;
  const title = isTitle(name)
    ? `${name} invites you to go solar · Sunloop`
    : 'Your free solar consultation · Sunloop';
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    named('description', DESCRIPTION),
    ...(referrer ? addressOf(referrer, origin) : []),
    // The page carries a first name; and there are endless pages for made-up codes.
    named('robots', 'noindex'),
    // The page reads it for its greeting; empty if nobody has the code.
    ...(referrer === undefined ? [] : [named('sunloop:referrer', name ?? '')]),
    ...(referrer?.hasPicture ? [named('sunloop:picture', 'shown')] : []),
    ...(help ? [named('sunloop:phone', help.phone), named('sunloop:email', help.email)] : []),
    ...(help?.dial ? [named('sunloop:dial', help.dial)] : []),
    property('og:type', 'website'),
    property('og:site_name', 'Sunloop'),
    property('og:title', title),
    property('og:description', DESCRIPTION),
    property('og:image', `${origin}${IMAGE.path}`),
    property('og:image:width', IMAGE.width),
    property('og:image:height', IMAGE.height),
    property('og:image:alt', IMAGE_ALT),
    named('twitter:card', 'summary_large_image'),
  ];
  return lines.join('\n    ');
}

/** A preview shows the title as the site's own words, so it must not contain a link to somewhere else. */
function isTitle(name: string | undefined): name is string {
  if (name === undefined || name === '') return false;
  return isVisibleName(name) && !hasWebAddress(name);
}

function addressOf({ code }: Referrer, origin: string): string[] {
  const url = `${origin}/refer/${encodeURIComponent(code)}`;
  return [`<link rel="canonical" href="${escapeHtml(url)}" />`, property('og:url', url)];
}

const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}" />`;

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;
