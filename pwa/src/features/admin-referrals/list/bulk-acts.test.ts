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

test('of everything shown, in order, those that already have the status are skipped', () => {
  expect(names(ALL_SELECTED)).toEqual(['New', 'Old']);
});

test('deselected ones are skipped, and a partial selection means only those', () => {
  expect(names(withRows(ALL_SELECTED, [old.id], false))).toEqual(['New']);
  expect(names(withRows(NOTHING_SELECTED, [old.id, done.id], true))).toEqual(['Old']);
});

test('no more than requested are returned, with the total number', () => {
  expect(names(ALL_SELECTED, 1)).toEqual(['New']);
  expect(ask(ALL_SELECTED, 1).total).toBe(2);
});

test('each act names the status that was seen', () => {
  expect(changesTo('completed', ask(ALL_SELECTED).targets as never)).toEqual([
    { act: 'status', id: newest.id, status: 'completed', expected: 'in_progress' },
    { act: 'status', id: old.id, status: 'completed', expected: 'submitted' },
  ]);
});

test('waiting changes take up room, and none is left when it is full', () => {
  const answer = ask(ALL_SELECTED) as never;
  expect(planOf(answer, WAITING_ACTS_MAX - 1)).toMatchObject({
    total: 2,
    targets: [{ id: newest.id }],
  });
  expect(planOf(answer, WAITING_ACTS_MAX).targets).toEqual([]);
  expect(roomFor(WAITING_ACTS_MAX + 1)).toBe(0);
});
