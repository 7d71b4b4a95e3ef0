import type { Mutation } from './mutation.ts';

/** Rules 1 to 5. */
export const SAVING_AND_JUDGING: readonly Mutation[] = [
  {
    rule: 1,
    what: 'A lost connection is not opened again.',
    of: 'withReopen',
    as: '(_, work) => work()',
    tests: ['with-reopen.test.ts', 'lost-queue.test.ts'],
  },
  {
    rule: 1,
    what: 'A full disk is an error like any other.',
    of: 'withReopen',
    find: 'isQuotaExceeded(error) ? new StorageFull(error) : error',
    replace: 'error',
    tests: ['with-reopen.test.ts'],
  },
  {
    rule: 1,
    what: 'A form is saved in several transactions, so its rows may stay although the rest fails.',
    of: 'enqueue',
    find: "db.transaction('rw', db.outbox, db.drafts, db.sync, async () => {",
    replace: 'Promise.resolve().then(async () => {',
    tests: ['enqueue.test.ts'],
  },
  {
    rule: 2,
    what: 'An id made from the content is replaced by a random one.',
    of: 'toPushRow',
    find: 'id: row.id ?? uuidv7()',
    replace: 'id: uuidv7()',
    tests: ['enqueue.test.ts'],
  },
  {
    rule: 2,
    what: 'A batch has more than 500 rows.',
    of: 'toEntries',
    find: 'rows.slice(at, at + PUSH_MAX_ROWS)',
    replace: 'rows.slice(at)',
    tests: ['enqueue.test.ts'],
  },
  {
    rule: 3,
    what: 'Any answer is taken for our server’s.',
    of: 'requireOurs',
    as: '() => undefined',
    tests: ['drain.test.ts'],
  },
  {
    rule: 3,
    what: 'An answer that does not match the shared schema counts.',
    of: 'readAnswer',
    find: "if (!parsed?.success) throw new NotSent('malformed', parsed?.issues);",
    replace: "if (!parsed) throw new NotSent('malformed');",
    tests: ['client.test.ts'],
  },
  {
    rule: 3,
    what: 'An answer about other rows, or in another order, counts.',
    of: 'judgeAnswer',
    find: 'results.every((result, at) => isAbout(result, others[at]?.row))',
    replace: 'results.length >= 0',
    tests: ['verdict.test.ts'],
  },
  {
    rule: 4,
    what: 'Any 403 of ours means that the account is inactive.',
    of: 'judgeProblem',
    find: "status === 403 && code === 'inactive'",
    replace: 'status === 403',
    tests: ['verdict.test.ts'],
  },
  {
    rule: 4,
    what: 'Rows that were not sent count as refused.',
    of: 'judgeProblem',
    as: `(problem, ...rest) =>
      'status' in problem
        ? whole(problem, ...rest)
        : { kind: 'rejected', code: problem.reason, error: '' }`,
    tests: ['verdict.test.ts', 'drain.test.ts'],
  },
  {
    rule: 5,
    what: 'A verdict is stored in several transactions, so part of it can be lost.',
    of: 'applyVerdicts',
    find: "db.transaction('rw', db.tables, async () => {",
    replace: 'Promise.resolve().then(async () => {',
    tests: ['full-device.test.ts'],
  },
  {
    rule: 5,
    what: 'A late verdict removes what the person has changed meanwhile.',
    of: 'settleRows',
    find: 'const verdict = judged.get(JSON.stringify(row));',
    replace: 'const verdict = verdicts.find(({ id }) => id === row.id);',
    tests: ['change-row.test.ts'],
  },
];
