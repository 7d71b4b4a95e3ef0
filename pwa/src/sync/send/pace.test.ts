import { expect, test } from 'vitest';
import type { Pace } from '../../data/user-db.ts';
import { afterSuccess, afterTimeout } from './pace.ts';

/** What a line takes after this many requests of full size went through. */
function sizesAfter(pace: Pace, times: number): number[] {
  return Array.from({ length: times }, () => {
    pace = afterSuccess(pace, pace.rows);
    return pace.rows;
  });
}

test('sizes grow by a quarter and stay below what hung until eight went through (rule 10)', () => {
  expect(sizesAfter(afterTimeout(8), 10)).toEqual([3, 4, 5, 7, 7, 7, 7, 9, 12, 15]);
});

test('a request smaller than asked for says nothing (rule 10)', () => {
  const pace = afterTimeout(80);
  expect(afterSuccess(pace, pace.rows - 1)).toBe(pace);
});

test('a line that takes what it ever was asked to is no thin one any more (rule 10)', () => {
  const { failedRows } = afterSuccess({ rows: 450, failedRows: 500, passed: 7 }, 450);
  expect(failedRows).toBeNull();
});
