import { expect, test } from 'vitest';
import { listPlaywrightFailures, listVitestFailures } from './list-failures.ts';

test("Vitest's failed tests are named with the start of their error, and so is a file that did not load", () => {
  const passed = { fullName: 'adds up', status: 'passed', failureMessages: [] };
  const failed = {
    fullName: 'takes away',
    status: 'failed',
    failureMessages: ['1 is not 2\n\n at'],
  };
  const report = {
    testResults: [
      { name: 'sums.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: 'gone.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
    ],
  };
  expect(listVitestFailures(report)).toEqual([
    { file: 'sums.test.ts', title: 'takes away', reason: '1 is not 2\n at' },
    { file: 'gone.test.ts', title: 'could not be loaded', reason: 'no such file' },
  ]);
});

test("Playwright's failed and flaky tests are found in nested suites, with all their errors and without colors", () => {
  const spec = (title: string, ok: boolean, status: string, message?: string) => {
    const errors = message === undefined ? [] : [{ message }];
    return { title, file: 'a.spec.ts', ok, tests: [{ status, results: [{ errors }] }] };
  };
  const stuck = {
    title: 'stuck',
    file: 'a.spec.ts',
    ok: false,
    tests: [
      {
        status: 'unexpected',
        results: [
          {
            errors: [
              { message: 'too long' },
              { message: 'click', location: { file: '/e2e/a.spec.ts', line: 7 } },
            ],
          },
        ],
      },
    ],
  };
  const inner = {
    specs: [spec('red', false, 'unexpected', '\u001B[31mno row\u001B[39m'), stuck],
  };
  const outer = {
    specs: [spec('green', true, 'expected'), spec('second try', true, 'flaky', 'slow')],
  };
  expect(listPlaywrightFailures({ suites: [{ ...outer, suites: [inner] }] })).toEqual([
    { file: 'a.spec.ts', title: 'second try', reason: 'slow' },
    { file: 'a.spec.ts', title: 'red', reason: 'no row' },
    { file: 'a.spec.ts', title: 'stuck', reason: 'too long\na.spec.ts:7: click' },
  ]);
});
