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

test('while a whole batch is too large, sizes stay below it (rule 10)', () => {
  const { rows } = afterSuccess({ rows: 480, failedRows: 500, passed: 0 }, 480);
  expect(rows).toBe(499);
});

test('sizes go on growing once none that is allowed is known to be too large (rule 10)', () => {
  const pace = afterSuccess({ rows: 100, failedRows: 600, passed: 0 }, 100);
  expect(pace).toEqual({ rows: 125, failedRows: 600, passed: 1 });
});
