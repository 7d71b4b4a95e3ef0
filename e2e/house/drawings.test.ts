import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Drawing, findUpward, type Import } from './drawings.ts';

/** STYLE.md, "Who may import whom", and the rooms of each layer. */
const DRAWINGS: readonly Drawing[] = [
  {
    what: 'the layers of the app',
    folder: 'pwa/src/',
    floors: [['lib'], ['data', 'api', 'ui'], ['sync'], ['sw', 'features'], ['routes'], ['.']],
  },
  {
    what: 'the pages of the app',
    folder: 'pwa/src/routes/',
    floors: [
      ['attempt.ts', 'find-user.ts', 'unreadable-storage.ts', 'use-dialed.ts', 'use-reading.ts'],
      ['shell'],
      ['admin'],
      ['.'],
    ],
  },
  {
    what: 'the rooms of the engine, and the doors on top',
    folder: 'pwa/src/sync/',
    floors: [
      ['ground'],
      ['session'],
      ['answers'],
      ['outbox'],
      ['read'],
      ['acts', 'account', 'quotes', 'handover', 'taken'],
      ['send'],
      ['run'],
      ['.'],
    ],
  },
  {
    what: 'the layers of the server',
    folder: 'sync-server/src/',
    floors: [
      ['keyed-queue.ts'],
      ['db'],
      ['http'],
      ['features'],
      ['install'],
      ['housekeeping'],
      ['.'],
      ['workers', 'doctor'],
      ['main.ts', 'doctor.ts'],
    ],
  },
  {
    what: 'the services of the server',
    folder: 'sync-server/src/features/',
    floors: [
      ['pictures', 'audit', 'keys'],
      ['mail'],
      ['sso/provider.ts'],
      ['sso/sso-state.ts'],
      ['users', 'do-not-contact', 'devices'],
      ['factors'],
      ['settings', 'session', 'achievements', 'impact', 'stats'],
      ['rewards', 'security', 'links', 'second-factor'],
      [
        'referrals',
        'admin-users',
        'admin-payouts',
        'admin-rewards',
        'admin-tiers',
        'admin-achievements',
        'admin-mail',
      ],
      ['receipts'],
      ['quotes', 'sync', 'reports', 'personal-data', 'sso'],
      ['handovers'],
      ['landing', 'text-pages'],
    ],
    leavesOut: /\/routes\.ts$/,
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
    floors: [['migrations', 'query'], ['.'], ['backup', 'embedded']],
  },
  {
    what: 'the rooms of referrals',
    folder: 'sync-server/src/features/referrals/',
    floors: [
      ['entities.ts'],
      ['parts.ts'],
      ['queries.ts', 'change.ts', 'undecided.ts', 'claimed-date.ts'],
      ['calls'],
      ['store', 'acts', 'list'],
      ['same-person.ts'],
      ['cases'],
      ['taken'],
      ['.'],
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
    'pwa/src',
    'sync-server/src',
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
