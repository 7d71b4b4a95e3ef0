import { expect, test } from 'vitest';
import { FULL_TABLE, titleOf } from './cells.ts';
import { reportTable } from './table-report.ts';

const specOf = (title: string, status: string) => ({
  title,
  tests: [{ status, results: [{ duration: 1234 }] }],
});

test('the table shows each cell as passed with its time, failed, not run or left out', () => {
  const [first, second] = FULL_TABLE.map(titleOf);
  const specs = [specOf(first ?? '', 'expected'), specOf(second ?? '', 'unexpected')];
  const { markdown, ...counts } = reportTable({ suites: [{ suites: [{ specs }] }] });
  expect(counts).toEqual({ passed: 1, failed: 1, missing: FULL_TABLE.length - 2 });
  expect(markdown).toContain('| drop-before | pass 1.2 s | FAIL 1.2 s | not run |');
  expect(markdown).toContain('Left out: cut × sign-out (');
});

test('a report with an unknown shape is an error, not an empty table', () => {
  expect(() => reportTable({})).toThrow();
});
