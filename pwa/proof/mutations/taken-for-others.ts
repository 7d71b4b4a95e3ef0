import type { Mutation } from './mutation.ts';

/** Rule 42, and 38 for what was taken for others. */
export const TAKEN_FOR_OTHERS: readonly Mutation[] = [
  {
    rule: 42,
    what: 'What was taken for others is saved as one’s own.',
    of: 'toEntries',
    find: 'customerOf(batch[0]) ? TAKEN_VERSION : ENTRY_VERSION',
    replace: 'ENTRY_VERSION',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 42,
    what: 'A change takes the customer away.',
    of: 'editUnsent',
    find: 'toPushRow({ ...before, ...values, id } as NewReferralInput)',
    replace: 'toPushRow({ ...values, id, ...(before.date && { date: before.date }) })',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 42,
    what: 'What the server took is not shown until the list comes.',
    of: 'showTaken',
    as: 'async () => undefined',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 42,
    what: 'What another run of the database lacks is forgotten.',
    of: 'fetchTaken',
    find: 'if (!kept || kept.epoch === list.epoch) return;',
    replace: 'if (kept || list) return;',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 42,
    what: 'What was deleted is sent again to another run of the database.',
    of: 'fetchTaken',
    find: ' && isIn(createdAt)',
    replace: ' && createdAt',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 42,
    what: 'What is kept from several runs counts as from the last one.',
    of: 'showTaken',
    find: '!kept || kept.epoch === epoch ? epoch : SEVERAL',
    replace: 'epoch',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 42,
    what: 'What the list shows stays refused.',
    of: 'fetchTaken',
    find: 'await dropArrived(db, data);',
    replace: '',
    tests: ['send-taken.test.ts'],
  },
  {
    rule: 38,
    what: 'A restore is not noticed by whoever took something for others.',
    of: 'lostIn',
    find: 'if (await hasTaken(db)) {',
    replace: 'if (deps === undefined) {',
    tests: ['send-taken.test.ts'],
  },
];
