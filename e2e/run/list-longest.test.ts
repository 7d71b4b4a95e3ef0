import { expect, test } from 'vitest';
import { describeLongest, listPlaywrightTimes, listVitestTimes } from './list-longest.ts';

const vitestReport = {
  testResults: [
    {
      name: '/here/sums.test.ts',
      status: 'passed',
      assertionResults: [
        { fullName: 'adds up', status: 'passed', duration: 1500 },
        { fullName: 'takes away', status: 'passed', duration: 20 },
        { fullName: 'left to the sweeps', status: 'skipped' },
      ],
    },
  ],
};
const spec = (title: string, ...durations: number[]) => ({
  title,
  file: 'a.spec.ts',
  ok: true,
  tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
});

test('every test that ran is listed with its seconds, a second attempt with both', () => {
  expect(listVitestTimes(vitestReport)).toEqual([
    { file: '/here/sums.test.ts', title: 'adds up', seconds: 1.5 },
    { file: '/here/sums.test.ts', title: 'takes away', seconds: 0.02 },
  ]);
  const suites = [{ specs: [spec('pays')], suites: [{ specs: [spec('sends', 2000, 1000)] }] }];
  expect(listPlaywrightTimes({ suites })).toEqual([
    { file: 'a.spec.ts', title: 'pays', seconds: 0 },
    { file: 'a.spec.ts', title: 'sends', seconds: 3 },
  ]);
});

test('the longest files and tests come first, and no more than asked for', () => {
  const times = [
    { file: 'a.test.ts', title: 'one', seconds: 2 },
    { file: 'a.test.ts', title: 'two', seconds: 2.34 },
    { file: 'b.test.ts', title: 'three', seconds: 4 },
    { file: 'c.test.ts', title: 'four', seconds: 1 },
  ];
  expect(describeLongest(times, 2)).toBe(
    [
      'Files that took the longest, in seconds:',
      '    4.3  a.test.ts',
      '    4.0  b.test.ts',
      'Tests that took the longest, in seconds:',
      '    4.0  b.test.ts › three',
      '    2.3  a.test.ts › two',
    ].join('\n'),
  );
});
