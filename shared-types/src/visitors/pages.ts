import { readReferPath } from '../referrals/referral-code.ts';

/** Where links in messages lead; each page reads its token behind the `#`. */
export const PASSWORD_PAGE = '/password';
export const CONFIRM_PAGE = '/confirm';

/** Where the system's share sheet posts a file or a text; the manifest names it. */
export const SHARE_TARGET_PATH = '/share-target';
/** The page that shows what was shared, or says that nothing arrived. */
export const SHARED_PAGE = '/referrals?upload=shared';

/** The pages of SPEC §2 and those of links in messages; every other address is the not-found page. */
const PAGES = [
  '/',
  '/referrals',
  '/rewards',
  '/profile',
  '/admin',
  '/auth',
  PASSWORD_PAGE,
  CONFIRM_PAGE,
];

/** What a chat or a list may have put behind a link: signs of no path, percent-encoded or not. */
const AROUND = /(?:%(?:25)*[\da-f]{2}|[^\w/-])+\/?$/i;

/** More than any page and what stands behind it. */
const PATH_MAX = 100;

/** The page of the app at this path, whatever stands behind it; undefined if there is none. */
export function findAppPage(path: string): string | undefined {
  if (path.length > PATH_MAX) return undefined;
  const bare = path.replace(AROUND, '').replace(/(?<=.)\/$/, '') || '/';
  return PAGES.find((page) => page === bare);
}

/** Whether the app has a page at this path; a trailing slash does not matter. */
export const isAppPage = (path: string) =>
  findAppPage(path) !== undefined || readReferPath(path) !== undefined;
