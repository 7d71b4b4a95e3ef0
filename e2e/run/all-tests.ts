import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from './ensure-chromium.ts';
import { addCounts, countPlaywright, countVitest, type Counts } from './count-reports.ts';
import { listPlaywrightFailures, listVitestFailures, type Failure } from './list-failures.ts';
import { runStep } from './run-step.ts';

/**
 * `npm test`: the build with its budget, types, lint, form, unit and server tests, browser tests. All run
 * even if one fails; failures are listed at the end, the last line counts the tests of all runners, and the
 * exit code is 1 if any step failed.
 */
const reports = mkdtempSync(path.join(tmpdir(), 'sunloop-reports-'));
const vitestReport = path.join(reports, 'vitest.json');
const browserReport = path.join(reports, 'browser.json');
const failedSteps: string[] = [];

async function step(name: string, command: readonly string[], more = {}): Promise<void> {
  if (!(await runStep(name, command, more))) failedSteps.push(name);
}

interface Result {
  readonly counts: Counts;
  readonly failures: readonly Failure[];
}

/** A runner that died before writing its report counts as one failed test. */
function readReport(
  file: string,
  countOf: (report: unknown) => Counts,
  failuresOf: (report: unknown) => Failure[],
): Result {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return { counts: countOf(report), failures: failuresOf(report) };
  } catch (error) {
    console.error(`No report at ${file}:`, error);
    return { counts: { passed: 0, failed: 1 }, failures: [] };
  }
}

/** Steps without a browser run beside those that wait for one; each step's output is shown when it is over. */
async function withoutBrowser(): Promise<void> {
  await step('types', ['tsc', '-b'], { isHeldBack: true });
  await step('lint', ['oxlint'], { isHeldBack: true });
  await step('form', ['prettier', '--check', '.'], { isHeldBack: true });
  await step('unused', ['knip', '--no-progress'], { isHeldBack: true });
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  await step('unit and server', ['vitest', 'run', ...report], { isHeldBack: true });
}

await step('build', ['npm', 'run', 'build']);
await step('budget', ['npm', 'run', 'budget']);
ensureChromium();
const withReport = { env: { E2E_REPORT: browserReport } };
await Promise.all([
  step('browser', ['playwright', 'test', '-c', 'e2e'], withReport),
  withoutBrowser(),
]);

const results = [
  readReport(vitestReport, countVitest, listVitestFailures),
  readReport(browserReport, countPlaywright, listPlaywrightFailures),
];
rmSync(reports, { recursive: true });
for (const { file, title, reason } of results.flatMap(({ failures }) => failures))
  console.log(`\nFAILED ${file} › ${title}\n${reason}`);
const counts = results.map((each) => each.counts).reduce(addCounts);
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
if (failedSteps.length > 0 || counts.failed > 0) process.exitCode = 1;
