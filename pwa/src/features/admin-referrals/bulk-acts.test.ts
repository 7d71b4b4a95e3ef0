import { expect, test } from 'vitest';
import { changesTo, targetsOf } from './bulk-acts.ts';
import type { Question } from './desk-messages.ts';
import { FIRST_VIEW } from './desk-view.ts';
import { ALL_SELECTED, NOTHING_SELECTED, withRows } from './selection.ts';

const TARGETS = [
  { id: 'a', status: 'submitted' },
  { id: 'b', status: 'completed' },
];

test('who has the status already is left alone, the others say what they were seen with', () => {
  expect(changesTo('completed', TARGETS)).toEqual([
    { act: 'status', id: 'a', status: 'completed', expected: 'submitted' },
  ]);
});

test('everything but some asks for the view and leaves those out', async () => {
  const asked: Question[] = [];
  const client = {
    ask: async (question: Question) => {
      asked.push(question);
      return TARGETS as never;
    },
  };
  const rest = withRows(ALL_SELECTED, ['b'], false);
  expect(await targetsOf(client, rest, FIRST_VIEW)).toEqual([TARGETS[0]]);
  await targetsOf(client, withRows(NOTHING_SELECTED, ['a'], true), FIRST_VIEW);
  expect(asked).toEqual([
    { kind: 'targets', of: FIRST_VIEW },
    { kind: 'targets', of: ['a'] },
  ]);
});
