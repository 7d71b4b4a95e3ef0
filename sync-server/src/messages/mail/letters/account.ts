import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import { CONFIRM_PAGE, PASSWORD_PAGE } from '@sunloop/shared-types/visitors/pages.ts';
import { findOfficeTime } from '../../../db/query/find-today.ts';
import { findToken } from '../one-time-links.ts';
import type { Telling, Write } from './content.ts';
import { greeting, nameIn } from './letter.ts';

/** The address of a page that reads its token behind the `#`, which no server and no log sees. */
async function linkTo(page: string, { em, mail, data }: Telling): Promise<string | undefined> {
  const token = await findToken(em, mail, data['link']);
  return token && `${mail.origin}${page}#${token}`;
}

const textIn = (data: Telling['data']) => (name: string) => {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
};

const NOT_YOU = 'If you did not ask for this, you need not do anything.';

export const confirmEmail: Write = async (telling) => {
  const link = await linkTo(CONFIRM_PAGE, telling);
  if (link === undefined) return 'ended';
  return {
    subject: 'Confirm your address',
    blocks: [
      greeting(telling.username),
      'Please confirm that this address is yours. The link works for 7 days.',
      { link, label: 'Confirm this address' },
      NOT_YOU,
    ],
  };
};

export const passwordReset: Write = async (telling) => {
  const link = await linkTo(PASSWORD_PAGE, telling);
  if (link === undefined) return 'ended';
  return {
    subject: 'Set a new password',
    blocks: [
      greeting(telling.username),
      'Somebody, most likely you, asked for a new password for your account. The link works once, for 30 minutes.',
      { link, label: 'Set a new password' },
      `${NOT_YOU} Your password stays as it is.`,
    ],
  };
};

export const invitation: Write = async (telling) => {
  const link = await linkTo(PASSWORD_PAGE, telling);
  if (link === undefined) return 'ended';
  return {
    subject: 'Your Sunloop account is ready',
    blocks: [
      greeting(telling.username),
      'We have made an account for you, in which you refer friends and see what becomes of them. Set your password to begin. The link works for 7 days.',
      { link, label: 'Set your password' },
    ],
  };
};

const wrongCodes = ({ username, mail }: Telling) => ({
  subject: 'Wrong codes after your password',
  blocks: [
    greeting(username),
    'Somebody entered your password and then wrong codes, several times. If that was you, all is well.',
    'If not, somebody knows your password: set another one now.',
    { link: `${mail.origin}/profile?section=security`, label: 'Open your profile' },
  ],
});

const CHANGED: Readonly<Record<string, string>> = {
  password: 'password',
  email: 'email',
  second_factor: 'second factor',
};

function adviceOf(link: string | undefined, { data }: Telling): string {
  if (link !== undefined)
    return 'If that was not you, the link takes the account back to this address and sets a new password. It works for 7 days.';
  // "Forgot your password?" would write to the new address.
  if (data['what'] === 'email') return 'If that was not you, please call us.';
  return 'If that was not you, set a new password with "Forgot your password?" on the sign-in page, or call us.';
}

/** To the address before. With a link, if the email was changed: the way back. */
export const accountChanged: Write = async (telling) => {
  if (telling.data['what'] === 'wrong_codes') return wrongCodes(telling);
  const what = CHANGED[textIn(telling.data)('what') ?? ''] ?? 'account';
  const link = await linkTo(PASSWORD_PAGE, telling);
  return {
    subject: `Your ${what} was changed`,
    blocks: [
      greeting(telling.username),
      `The ${what} of your account was changed. If that was you, all is well.`,
      adviceOf(link, telling),
      ...(link === undefined ? [] : [{ link, label: 'This was not me' }]),
    ],
  };
};

export const newSignIn: Write = async ({ em, username, mail, data }) => {
  const [browser, place, at] = ['userAgent', 'place', 'at'].map(textIn(data));
  return {
    subject: 'Sign-in from a new device',
    blocks: [
      greeting(username),
      'Somebody signed in to your account on a device that we did not know.',
      {
        facts: [
          ['Browser', nameIn(nameBrowser(browser ?? null), 'unknown')],
          ['Network', place ?? 'unknown'],
          ['When', at === undefined ? 'unknown' : await clockText(em, at)],
        ],
      },
      'If that was you, all is well. If not, change your password, which ends all other sessions.',
      { link: `${mail.origin}/profile?section=security`, label: 'Open your profile' },
    ],
  };
};

async function clockText(em: Telling['em'], moment: string): Promise<string> {
  const { time, zone } = await findOfficeTime(em, moment);
  return `${time} (${zone})`;
}
