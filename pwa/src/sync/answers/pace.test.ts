import { expect, test } from 'vitest';
import type { Pace } from '../../data/user-db.ts';
import { afterSuccess, afterTimeout } from './pace.ts';

/** The sizes tried while this many requests of full size go through. */
function sizesAfter(pace: Pace, times: number): number[] {
  return Array.from({ length: times }, () => {
    pace = afterSuccess(pace, pace.rows);
    return pace.rows;
  });
}

test('sizes grow by a quarter and stay below the one that hung until eight went through (rule 10)', () => {
  expect(sizesAfter(afterTimeout(8), 10)).toEqual([3, 4, 5, 7, 7, 7, 7, 9, 12, 15]);
});

test('a request smaller than allowed says nothing (rule 10)', () => {
  const pace = afterTimeout(80);
  expect(afterSuccess(pace, pace.rows - 1)).toBe(pace);
});

test('a connection that takes the largest size ever tried is no longer slow (rule 10)', () => {
  const { failedRows } = afterSuccess({ rows: 450, failedRows: 500, passed: 7 }, 450);
  expect(failedRows).toBeNull();
});
