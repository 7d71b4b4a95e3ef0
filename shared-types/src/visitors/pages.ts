import { readReferPath } from '../referrals/referral-code.ts';

/** Where links in messages lead; each page reads its token behind the `#`. */
export const PASSWORD_PAGE = '/password';
export const CONFIRM_PAGE = '/confirm';

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

/** Whether the app has a page at this path; a trailing slash does not matter. */
export function isAppPage(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PAGES.includes(bare) || readReferPath(bare) !== undefined;
}
