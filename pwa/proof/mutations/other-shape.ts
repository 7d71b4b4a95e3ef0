import type { Mutation } from './mutation.ts';

/** Rule 37. */
export const OTHER_SHAPE: readonly Mutation[] = [
  {
    rule: 37,
    what: 'What another build kept is taken for what this one would keep.',
    file: '../data/read-shapes.ts',
    find: 'stored.shape !== READ_SHAPE',
    replace: 'stored.shape === null',
    tests: ['read/other-shape.test.ts'],
  },
  {
    rule: 37,
    what: 'What another build kept is requested with its tag.',
    file: 'read/fetch-json.ts',
    find: 'held && !isOtherShape(asked.stored)',
    replace: 'held',
    tests: ['read/other-shape.test.ts'],
  },
  {
    rule: 37,
    what: 'What another build kept counts as fresh for five minutes.',
    file: 'read/stale.ts',
    find: 'const since = isOtherShape(row) ? 0 : fetchedAt;',
    replace: 'const since = fetchedAt;',
    tests: ['read/other-shape.test.ts'],
  },
  {
    rule: 37,
    what: 'A list that another build kept is continued from its cursor.',
    file: 'read/refresh-referrals.ts',
    find: '(isReshaped ? undefined : asked.stored) ?? {}',
    replace: 'asked.stored ?? {}',
    tests: ['read/other-shape.test.ts'],
  },
  {
    rule: 37,
    what: 'A row that lacks a field because another build dropped it stays as it is.',
    file: 'read/refresh-referrals.ts',
    find: 'if (isReshaped) await db.referrals.clear();',
    replace: '',
    tests: ['read/other-shape.test.ts'],
  },
  {
    rule: 37,
    what: 'A list that another build packed is read.',
    file: '../data/admin-blocks.ts',
    find: 'meta?.shape === LIST_SHAPE ? meta : undefined',
    replace: 'meta',
    tests: ['read/other-shape.test.ts'],
  },
  {
    rule: 37,
    what: 'Parts of a list that another build kept are continued.',
    file: '../data/admin-parts.ts',
    find: 'v.literal(LIST_SHAPE)',
    replace: 'v.string()',
    tests: ['read/other-shape.test.ts'],
  },
];
