import { expect, test } from 'vitest';
import { anAdminReferral } from '../../../test/builders.ts';
import { answerQuestion } from '../worker/answer-question.ts';
import { changesTo, planOf, roomFor, WAITING_ACTS_MAX } from './bulk-acts.ts';
import { FIRST_VIEW } from '../desk-view.ts';
import { ListQuery } from '../worker/list-query.ts';
import { ReferralTable } from '../referral-table.ts';
import { ALL_SELECTED, NOTHING_SELECTED, type Selection, withRows } from '../selection.ts';

const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;
const [old, done, newest] = [
  anAdminReferral({ name: 'Old', date: day(1), status: 'submitted' }),
  anAdminReferral({ name: 'Done', date: day(2), status: 'completed' }),
  anAdminReferral({ name: 'New', date: day(3), status: 'in_progress' }),
];

function ask(selection: Selection, max = 10) {
  const table = new ReferralTable();
  table.put([old, done, newest]);
  const question = { kind: 'changes', to: 'completed', selection, view: FIRST_VIEW, max } as const;
  const answer = answerQuestion(table, new ListQuery(table), question);
  return answer as { total: number; targets: { id: string; name: string }[] };
}
const names = (selection: Selection, max?: number) =>
  ask(selection, max).targets.map(({ name }) => name);

test('of everything shown, in its order, who has the status already is left alone', () => {
  expect(names(ALL_SELECTED)).toEqual(['New', 'Old']);
});

test('who was taken out of everything is left alone, and of some only those are meant', () => {
  expect(names(withRows(ALL_SELECTED, [old.id], false))).toEqual(['New']);
  expect(names(withRows(NOTHING_SELECTED, [old.id, done.id], true))).toEqual(['Old']);
});

test('however many there are, no more than asked for come, with the number of all', () => {
  expect(names(ALL_SELECTED, 1)).toEqual(['New']);
  expect(ask(ALL_SELECTED, 1).total).toBe(2);
});

test('each act says what it was seen with', () => {
  expect(changesTo('completed', ask(ALL_SELECTED).targets as never)).toEqual([
    { act: 'status', id: newest.id, status: 'completed', expected: 'in_progress' },
    { act: 'status', id: old.id, status: 'completed', expected: 'submitted' },
  ]);
});

test('what waits already takes of the room, and none is left where it is full', () => {
  const answer = ask(ALL_SELECTED) as never;
  expect(planOf(answer, WAITING_ACTS_MAX - 1)).toMatchObject({
    total: 2,
    targets: [{ id: newest.id }],
  });
  expect(planOf(answer, WAITING_ACTS_MAX).targets).toEqual([]);
  expect(roomFor(WAITING_ACTS_MAX + 1)).toBe(0);
});
