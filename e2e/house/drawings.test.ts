import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Drawing, findUpward, type Import } from './drawings.ts';
import { WINGS } from './wings.ts';

const deskWings = WINGS.map((wing) => `desk/${wing}`).join('|');

/** STYLE.md, "Who may import whom", and the rooms of each layer. */
const DRAWINGS: readonly Drawing[] = [
  {
    what: 'the layers of the app',
    folder: 'pwa/src/',
    floors: [['lib'], ['ui', 'stored'], ['sw', ...WINGS, deskWings], ['routes|desk/pages'], ['.']],
  },
  {
    what: 'the pages of the app, and of its desk',
    folder: 'pwa/src/',
    floors: [
      [
        'ask-again.ts',
        'attempt.ts',
        'find-user.ts',
        'unreadable-storage.ts',
        'use-dialed.ts',
        'use-reading.ts',
      ].map((file) => `routes/${file}`),
      ['routes/shell'],
      ['desk/pages'],
      ['routes'],
    ],
    leavesOut: /^pwa\/src\/(?!routes\/|desk\/pages\/)/,
  },
  {
    what: 'the rooms of people',
    folder: 'pwa/src/referrals/people/',
    floors: [['cells', 'headings', 'found.ts'], ['judge.ts'], ['columns', 'cards', 'text'], ['.']],
  },
  {
    what: 'the layers of the engine',
    folder: 'pwa/engine/src/',
    floors: [['lib'], ['data', 'api'], ['sync']],
  },
  {
    what: 'the rooms of the engine, and the doors on top',
    folder: 'pwa/engine/src/sync/',
    floors: [
      ['ground'],
      ['session'],
      ['answers'],
      ['outbox'],
      ['read'],
      ['acts', 'account', 'quotes', 'courier', 'on-behalf'],
      ['send'],
      ['own'],
      ['run'],
      ['.'],
    ],
  },
  {
    what: 'the layers of the server',
    folder: 'sync-server/',
    floors: [
      ['src/db/query/keyed-queue.ts'],
      ['src/db'],
      ['src/http'],
      [WINGS.map((wing) => `src/${wing}`).join('|')],
      ['src/app.ts'],
      ['operate'],
      ['src/main.ts'],
    ],
  },
  {
    what: 'the services of the server',
    folder: 'sync-server/src/',
    floors: [
      ['ground/pictures', 'ground/audit', 'ground/keys'],
      ['messages/mail|messages/push'],
      ['accounts/sso/claims.ts'],
      ['accounts/sso/provider.ts'],
      ['accounts/sso/sso-state.ts'],
      ['ground/users', 'referrals/do-not-contact', 'referrals/device-reports'],
      [
        ['codes', 'find-factors', 'passkeys', 'seal', 'setup', 'steps']
          .map((file) => `accounts/second-factor/${file}.ts`)
          .join('|'),
      ],
      [
        'ground/settings',
        'accounts/session',
        'program/achievements',
        'program/impact',
        'program/stats',
      ],
      ['program/rewards', 'ground/security', 'accounts/links', 'accounts/second-factor'],
      ['referrals', 'accounts/users', 'program/payouts', 'program/tiers'],
      ['program/rewards/desk', 'program/achievements/desk', 'messages/mail/desk'],
      ['referrals/receipts'],
      [
        'visitors/quotes',
        'referrals/sync',
        'program/reports',
        'accounts/personal-data',
        'accounts/sso',
      ],
      ['referrals/courier'],
      ['visitors/landing', 'visitors/text-pages'],
    ],
    leavesOut: /\/routes\.ts$|^sync-server\/src\/((http|db)\/|[^/]+$)/,
  },
  {
    what: 'the rooms of what operates the server',
    folder: 'sync-server/operate/',
    floors: [
      ['env'],
      ['embedded'],
      ['install', 'backup'],
      ['housekeeping'],
      ['start'],
      ['workers', 'doctor'],
      ['commands'],
      ['.'],
    ],
  },
  {
    what: 'the rooms of HTTP',
    folder: 'sync-server/src/http/',
    floors: [
      ['session/session-read.ts', 'bounds/deadline.ts', 'errors.ts'],
      ['.'],
      ['session', 'bounds', 'files'],
      ['calls', 'watch'],
      ['openapi', 'listen'],
    ],
  },
  {
    what: 'the rooms of the database',
    folder: 'sync-server/src/db/',
    floors: [['migrations', 'query'], ['.']],
  },
  {
    what: 'the rooms of referrals',
    folder: 'sync-server/src/referrals/',
    floors: [
      ['entities.ts'],
      ['parts.ts', 'do-not-contact/marks.ts', 'device-reports'],
      ['queries.ts', 'change.ts', 'undecided.ts', 'claimed-date.ts'],
      ['calls'],
      ['store', 'acts', 'list'],
      ['same-person.ts'],
      ['cases'],
      ['on-behalf'],
      ['.'],
      ['do-not-contact', 'receipts'],
      ['sync'],
      ['courier'],
    ],
  },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const imports = importsOf(listSources());

test.each(DRAWINGS)('$what: no import leads up, so there is no circle', (drawing) => {
  expect(imports.some(({ file }) => file.startsWith(drawing.folder))).toBe(true);
  expect(findUpward(drawing, imports)).toEqual([]);
});

const drawing: Drawing = {
  what: '',
  folder: 'a/',
  floors: [['low', 'top/type.ts'], ['.'], ['top', 'side']],
};

test.each([
  ['low/x.ts', 'top/x.ts'],
  ['low/x.ts', 'y.ts'],
  ['top/x.ts', 'side/x.ts'],
  ['top/type.ts', 'top/x.ts'],
  ['y.ts', 'top/x.ts'],
])('%s may not import %s', (file, target) => {
  const upward = [{ file: `a/${file}`, target: `a/${target}` }];
  expect(findUpward(drawing, upward)).toEqual([`a/${file} imports a/${target}`]);
});

test.each([
  ['top/x.ts', 'top/y.ts'],
  ['top/x.ts', 'low/x.ts'],
  ['y.ts', 'top/type.ts'],
  ['low/entities.ts', 'top/entities.ts'],
])('%s may import %s', (file, target) => {
  expect(findUpward(drawing, [{ file: `a/${file}`, target: `a/${target}` }])).toEqual([]);
});

test('a new folder asks for its floor', () => {
  const unknown = [{ file: 'a/new/x.ts', target: 'a/low/x.ts' }];
  expect(findUpward(drawing, unknown)).toEqual(['a/new/x.ts has no floor']);
});

/** What runs in app and server, without tests and what they share. */
function listSources(): string[] {
  const list = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'pwa/engine/src',
    'pwa/src',
    'sync-server',
  ];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return [...new Set(files)].filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/test/'),
  );
}

function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const found = text.matchAll(/^(?:import|export)\b[^'"]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm);
    return [...found].map(([, first, second]) => ({
      file,
      target: path.posix.join(path.posix.dirname(file), first ?? second ?? ''),
    }));
  });
}
