import type { Mutation } from './mutation.ts';

export const WHO_IS_GONE: readonly Mutation[] = [
  {
    rule: 35,
    what: 'What waited for an erased person stays on their device.',
    file: 'session/session.ts',
    find: "await endSession({ userId, unsent: 'discard', since: Infinity });",
    replace: "await endSession({ userId, unsent: 'keep' });",
    tests: ['session/erased.test.ts'],
  },
  {
    rule: 35,
    what: 'The answer to a push is not taken for the end of the account.',
    file: 'send/apply-verdict.ts',
    find: "if (outcomes.some(({ verdict }) => verdict.kind === 'erased')) await forgetErased(db);",
    replace: '',
    tests: ['session/erased.test.ts'],
  },
  {
    rule: 35,
    what: 'Any other 410 makes the device forget its user.',
    file: 'send/verdict.ts',
    find: "if (status === 410 && code === 'account_erased')",
    replace: 'if (status === 410)',
    tests: ['session/erased.test.ts'],
  },
  {
    rule: 35,
    what: 'An admin’s desk still shows somebody who was erased.',
    file: 'read/refresh-admin-referrals.ts',
    find: 'if (upserts.some(isErased)) await dropAnswers(db, ADMIN_REFERRALS_PATH);',
    replace: '',
    tests: ['read/refresh-admin-referrals.test.ts'],
  },
  {
    rule: 35,
    what: 'The server is never asked about people who left rows here.',
    file: 'session/forget-others.ts',
    find: 'if ((await countUnsent(db)) > 0) kept.push(db);',
    replace: '',
    tests: ['session/erased.test.ts'],
  },
];
