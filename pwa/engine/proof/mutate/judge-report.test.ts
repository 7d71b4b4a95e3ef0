import { expect, test } from 'vitest';
import { judgeReport } from './judge-report.ts';

const aFile = (status: string, tests: string[], message = '') => ({
  name: 'a.test.ts',
  status,
  message,
  assertionResults: tests.map((each, at) => ({
    fullName: `test ${at}`,
    status: each,
    failureMessages: each === 'failed' ? ['Error: no\n    at a.test.ts'] : [],
  })),
});
const aReport = (...testResults: ReturnType<typeof aFile>[]) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { testResults, numPassedTests: all.filter(({ status }) => status === 'passed').length };
};

test('a test that fails kills the mutation, and is reported with its reason', () => {
  const report = aReport(aFile('passed', ['passed']), aFile('failed', ['passed', 'failed']));
  expect(judgeReport(report)).toEqual({ kind: 'killed', why: 'test 1: Error: no' });
});

test('tests that pass let it survive', () => {
  expect(judgeReport(aReport(aFile('passed', ['passed', 'skipped']))).kind).toBe('survived');
});

test('a file that cannot be loaded proves nothing', () => {
  const report = aReport(aFile('passed', ['passed']), aFile('failed', [], 'Unexpected token'));
  expect(judgeReport(report)).toEqual({ kind: 'broken', why: 'Unexpected token' });
});

test('a run without tests proves nothing', () => {
  expect(judgeReport(aReport()).kind).toBe('broken');
});
