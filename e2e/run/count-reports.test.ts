import { expect, test } from 'vitest';
import { addCounts, countPlaywright, countVitest } from './count-reports.ts';

test('a test file that could not be loaded is a failure', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 1 };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 1 });
});

test('a flaky test and an error outside tests are failures', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [{}] };
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3 });
});

test('a report with an unknown shape is an error, not zero failures', () => {
  expect(() => countVitest({})).toThrow();
  expect(() => countPlaywright({ stats: {} })).toThrow();
});

test('counts of runners add up', () => {
  expect(addCounts({ passed: 1, failed: 2 }, { passed: 3, failed: 4 })).toEqual({
    passed: 4,
    failed: 6,
  });
});
