import * as v from 'valibot';

/** `broken`: it proves nothing, because no test ran and failed. */
export interface Outcome {
  kind: 'killed' | 'survived' | 'broken';
  why: string;
}

const Report = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

/** Vitest's JSON report of the tests of one mutation. A file that cannot be loaded does not count as a failed test. */
export function judgeReport(report: unknown): Outcome {
  const { testResults, numPassedTests } = v.parse(Report, report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find(({ status }) => status === 'failed');
  if (failed) {
    const [message = ''] = failed.failureMessages;
    return { kind: 'killed', why: `${failed.fullName}: ${message.split('\n')[0]}` };
  }
  const unloaded = testResults.find(({ status }) => status === 'failed');
  if (unloaded) return { kind: 'broken', why: unloaded.message.split('\n')[0] ?? unloaded.name };
  if (numPassedTests === 0) return { kind: 'broken', why: 'no test ran' };
  return { kind: 'survived', why: `${numPassedTests} tests pass` };
}
