import { expect, test } from 'vitest';
import { OUTCOME, summarizeKills } from './kill-summary.ts';

const runOf = (recoveredMs: number) => {
  const outcome = { kind: 'server', recoveredMs, neededSignIn: false, answered: 3, inFlight: 2 };
  return { annotations: [{ type: OUTCOME, description: JSON.stringify(outcome) }] };
};

test('the summary says how many runs of a kind passed, and how long they took', () => {
  const tests = [runOf(1000), runOf(2500), runOf(9000), { annotations: [] }];
  const report = { stats: { expected: 3, unexpected: 1 }, suites: [{ specs: [{ tests }] }] };
  const { markdown, right, failed } = summarizeKills(report);
  expect({ right, failed }).toEqual({ right: 3, failed: 1 });
  expect(markdown).toContain('| server | 3 | 2.5 | 9.0 | 0 |');
  expect(markdown).toContain('| postgres | 0 | – | – | 0 |');
});
