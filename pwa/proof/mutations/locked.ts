import type { Mutation } from './mutation.ts';

export const LOCKED: readonly Mutation[] = [
  {
    rule: 36,
    what: 'A device never counts as away too long.',
    file: '../data/device-lock.ts',
    find: "? 'away' : null;",
    replace: '? null : null;',
    tests: ['../data/device-lock.test.ts'],
  },
  {
    rule: 36,
    what: 'A clock put back takes away what was counted.',
    file: '../lib/absence.ts',
    find: 'if (stepMs < 0) return { countedMs, seenAt: now, backMs: backMs - stepMs };',
    replace: 'if (stepMs < 0) return { countedMs: 0, seenAt: now, backMs: backMs - stepMs };',
    tests: ['../data/device-lock.test.ts'],
  },
  {
    rule: 36,
    what: 'Confirmation by the server does not restart the count.',
    file: '../data/device-db.ts',
    find: '...(changes.fetchedAt === undefined ? session : rest)',
    replace: '...session',
    tests: ['session/keep-lock.test.ts'],
  },
  {
    rule: 36,
    what: 'A 401 unlocks an inactive account.',
    file: '../data/device-lock.ts',
    find: "blocked === 'inactive' || (isInactive && blocked !== null)",
    replace: "blocked === 'inactive'",
    tests: ['session/keep-lock.test.ts'],
  },
  {
    rule: 36,
    what: 'No time is counted when a person comes back to the page.',
    file: 'session/keep-lock.ts',
    find: 'onVisible: count,',
    replace: 'onVisible: () => undefined,',
    tests: ['session/keep-lock.test.ts'],
  },
];
