import { SHARE_TARGET_PATH } from '@sunloop/shared-types/visitors/pages.ts';
import type { ManifestOptions } from 'vite-plugin-pwa';

/** Phones give CSV files many types; the page checks that the name ends in .csv. */
const CSV_FILES = ['.csv', 'text/csv', 'text/comma-separated-values', 'application/csv'];
/** What somebody handed over: browsers share it as a text file only. */
const SEALED_FILES = ['.sunloop', 'text/plain'];

/** Contacts have several types, too. */
const CARDS = ['.vcf', '.vcard', 'text/vcard', 'text/x-vcard', 'text/directory'];

/** Opens a window for each of several files, because an upload takes one; the plugin's type lacks `launch_type`. */
const OPENED_FILE = {
  action: '/referrals?upload=1',
  accept: {
    'text/csv': ['.csv'],
    'text/vcard': ['.vcf', '.vcard'],
    'application/vnd.sunloop.handover': ['.sunloop'],
  },
  launch_type: 'multiple-clients',
};

const SIZES = { narrow: '390x844', wide: '1440x900' } as const;

const shot = (form: keyof typeof SIZES, file: string, label: string) => ({
  src: `/screenshots/${file}.png`,
  sizes: SIZES[form],
  type: 'image/png',
  form_factor: form,
  label,
});

/** What a long press on the icon offers; each opens without signal. */
const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icons/any-192.png', sizes: '192x192', type: 'image/png' }],
});

/** How the installed app presents itself. Pictures are made by `icons.ts` and `screenshots.ts`. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Sunloop',
  short_name: 'Sunloop',
  description: 'Share your link, refer friends and family to solar, and earn rewards.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // A browser without such windows shows its smallest ones rather than a tab.
  display_override: ['standalone', 'minimal-ui'],
  // A shortcut or file opens where it leads, and a window with a half-typed form stays as it is.
  launch_handler: { client_mode: ['navigate-new'] },
  theme_color: '#ffc41f',
  background_color: '#f1f6f4',
  categories: ['finance', 'lifestyle'],
  icons: [
    { src: '/icons/any-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/any-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    shortcut('Add referral', '/?add=1'),
    shortcut('My Referrals', '/referrals'),
    shortcut('Sent and waiting', '/?waiting=1'),
    shortcut('Your QR code', '/?qr=1'),
  ],
  // The worker takes file or text (`sw/receive-shared-file.ts`); a server only says that nothing arrived.
  share_target: {
    action: SHARE_TARGET_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      text: 'text',
      files: [{ name: 'csv', accept: [...CSV_FILES, ...CARDS, ...SEALED_FILES] }],
    },
  },
  file_handlers: [OPENED_FILE],
  screenshots: [
    shot('narrow', 'narrow', 'Your referrals and rewards on a phone'),
    shot('narrow', 'narrow-rewards', 'What each friend earns you, as a path of ten stops'),
    shot(
      'narrow',
      'narrow-friend',
      'A friend’s progress to their own solar roof, and what comes next',
    ),
    shot('wide', 'wide', 'Your referrals and rewards on a desktop'),
    shot('wide', 'wide-desk', 'The whole program at a glance, for those who run it'),
  ],
};
