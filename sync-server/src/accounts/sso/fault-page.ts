import type { SsoFault } from '@sunloop/shared-types/accounts/sso-routes.ts';
import { escapeHtml } from '@sunloop/shared-types/values/escape-html.ts';

/** Why somebody was not signed in and what they can do, by what the identity provider is called. */
const WORDS: Readonly<Record<SsoFault, (name: string) => string>> = {
  off: () => 'Single sign-on is not set up on this server. Please use your email and password.',
  away: (name) => `${name} did not answer. Please try again, or use your email and password.`,
  ended: () =>
    'It took too long, was begun in another browser or window, or was finished before. Please try again.',
  refused: (name) => `${name} did not sign you in. Please try again, or ask whoever runs it.`,
  invalid: (name) =>
    `What ${name} answered cannot be trusted. Please try again, and tell us if it happens again.`,
  unverified: (name) =>
    `${name} does not say that it has verified your email address. Please ask us, or use your email and password here.`,
  taken: (name) =>
    `Your account here belongs to another account at ${name}. Please ask us for help.`,
  admin: (name) =>
    `Your account here is an admin’s, and ${name} does not say that you are one. Please use your email and password.`,
  weak: (name) =>
    `Your account here is an admin’s, and ${name} does not say that you used a second factor. Please try again with one, or use your email and password.`,
  inactive: () => 'Your account is inactive. Please contact us.',
  erased: () => 'Your account was deleted. You can sign up again with an email and a password.',
  stale: (name) =>
    `${name} did not ask you again who you are, or does not say that it did. Please use your password or a passkey instead. ` +
    'If you have neither, log out and choose a password by “Forgot your password?”.',
  busy: () => 'There were too many sign-ins from your network. Please try again later.',
};

/** Before the reason. */
export const SSO_FAULT_PATH = '/sso/';

const LINKS = {
  again: '<li><a href="/api/sso/start">Try again</a></li>',
  password: '<li><a href="/auth">Sign in with email and password</a></li>',
  back: '<li><a href="/">Go back</a></li>',
};

/** What can be done next; whoever was to show who they are has a session still. */
function linksOf(fault: SsoFault): string {
  if (fault === 'stale') return LINKS.back;
  return fault === 'off' ? LINKS.password : LINKS.again + LINKS.password;
}

/** What the page at this path says, as a title and HTML; undefined if it is no reason of ours. */
export function faultPageOf(
  url: string,
  name = 'The provider',
): { title: string; text: string } | undefined {
  const fault = url.slice(SSO_FAULT_PATH.length) as SsoFault;
  if (!url.startsWith(SSO_FAULT_PATH) || !Object.hasOwn(WORDS, fault)) return undefined;
  const words = escapeHtml(WORDS[fault](name));
  const title = fault === 'stale' ? 'Please show who you are' : 'You are not signed in';
  return { title, text: `<p>${words}</p><ul>${linksOf(fault)}</ul>` };
}
