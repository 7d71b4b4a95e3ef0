import { listSpecs, parsePlaywright, parseVitest } from './list-failures.ts';

/** How long one test took, with what it prepares for itself; files run side by side, so that the sum is more than the run. */
export interface TestTime {
  readonly file: string;
  readonly title: string;
  readonly seconds: number;
}

/** The tests of Vitest's JSON report that ran. */
export function listVitestTimes(report: unknown): TestTime[] {
  return parseVitest(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, duration }) =>
      duration === undefined ? [] : [{ file: name, title: fullName, seconds: duration / 1000 }],
    ),
  );
}

/** The tests of Playwright's JSON report. */
export function listPlaywrightTimes(report: unknown): TestTime[] {
  return parsePlaywright(report)
    .suites.flatMap(listSpecs)
    .map(({ file, title, tests }) => {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
      return { file, title, seconds: sum(durations) / 1000 };
    });
}

/** As many lines of each: the files and the tests that took the longest. */
export function describeLongest(times: readonly TestTime[], count: number): string {
  const files = [...Map.groupBy(times, ({ file }) => file)].map(([name, group]) => ({
    name,
    seconds: sum(group.map(({ seconds }) => seconds)),
  }));
  const tests = times.map(({ file, title, seconds }) => ({ name: `${file} › ${title}`, seconds }));
  return [
    'Files that took the longest, in seconds:',
    ...longest(files, count),
    'Tests that took the longest, in seconds:',
    ...longest(tests, count),
  ].join('\n');
}

function longest(
  all: readonly { readonly name: string; readonly seconds: number }[],
  count: number,
): string[] {
  return all
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${name}`);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
