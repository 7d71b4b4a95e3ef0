import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

/** One failed test: its file, its title, and the start of its errors. */
export interface Failure {
  readonly file: string;
  readonly title: string;
  readonly reason: string;
}

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          duration: v.optional(v.number()),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
});

const PlaywrightError = v.object({
  message: v.optional(v.string(), ''),
  location: v.optional(v.object({ file: v.string(), line: v.number() })),
});
const Spec = v.object({
  title: v.string(),
  file: v.string(),
  ok: v.boolean(),
  tests: v.array(
    v.object({
      status: v.string(),
      results: v.array(
        v.object({
          duration: v.optional(v.number(), 0),
          errors: v.optional(v.array(PlaywrightError), []),
        }),
      ),
    }),
  ),
});
type Spec = v.InferOutput<typeof Spec>;
interface Suite {
  readonly specs: Spec[];
  readonly suites?: Suite[] | undefined;
}
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(Spec),
  suites: v.optional(v.array(v.lazy(() => Suite))),
});
const PlaywrightReport = v.object({ suites: v.array(Suite) });

/** What is read of Vitest's JSON report; throws if it has another shape. */
export const parseVitest = (report: unknown) => v.parse(VitestReport, report);
/** What is read of Playwright's; likewise. */
export const parsePlaywright = (report: unknown) => v.parse(PlaywrightReport, report);

/** A comparison of two short lists fits. */
const REASON_LINES = 16;

/** The failed tests of Vitest's JSON report; a file that could not be loaded is one. */
export function listVitestFailures(report: unknown): Failure[] {
  return parseVitest(report).testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed')
      return [failure(file.name, 'could not be loaded', file.message)];
    return failed.map((each) => failure(file.name, each.fullName, each.failureMessages?.[0]));
  });
}

/** The failed tests of Playwright's JSON report; one that passed only on a second attempt is included. */
export function listPlaywrightFailures(report: unknown): Failure[] {
  return parsePlaywright(report)
    .suites.flatMap(listSpecs)
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return failure(file, title, errors.map(describe).join('\n'));
    });
}

/** An error and where it happened; a test that takes too long has a second one, which names the step. */
function describe({ message, location }: v.InferOutput<typeof PlaywrightError>): string {
  return location ? `${path.basename(location.file)}:${location.line}: ${message}` : message;
}

/** The specs of a suite and of those in it. */
export function listSpecs({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(listSpecs)];
}

function failure(file: string, title: string, message = ''): Failure {
  const lines = stripVTControlCharacters(message).split('\n');
  const reason = lines
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .join('\n');
  return { file, title, reason };
}
