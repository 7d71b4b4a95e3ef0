import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { QUICK_ENV } from '../fixtures/tags.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { addCounts, countPlaywright, countVitest, type Counts } from './count-reports.ts';
import { listPlaywrightFailures, listVitestFailures, type Failure } from './list-failures.ts';
import { endWithSignal } from './end-with-signal.ts';
import {
  describeLongest,
  listPlaywrightTimes,
  listVitestTimes,
  type TestTime,
} from './list-longest.ts';
import { useOwnTemporaryFolder } from './own-temporary-folder.ts';
import { runStep } from './run-step.ts';

/**
 * `npm test`: the build with its budget, types, lint, unit and server tests, browser tests. With `-- --sweeps` also what
 * a newcomer needs no proof of: form, unused code, and the tests over every page, width, process, fault and engine (`SWEEP`); it
 * then says which tests took the longest. With `--guides` also the walk through the operator's guides. All run even if one
 * fails; failures are listed at the end, the last line counts the tests of all runners, and the exit code is 1 if any step failed.
 */
const { values: options } = parseArgs({
  options: {
    sweeps: { type: 'boolean', default: false },
    guides: { type: 'boolean', default: false },
  },
});
/** What tells the runners to leave the sweeps out. */
const quick: Readonly<Record<string, string>> = options.sweeps ? {} : { [QUICK_ENV]: '1' };
/** Compiler and linter, which are written in Go, tidy their memory less often; it takes a fifth of their time. */
const LAVISH = { GOGC: '400' };
/** How many files, and how many tests, are named as the longest. */
const LONGEST = 20;
const startedAt = Date.now();
const temporary = useOwnTemporaryFolder();
// Hundreds of processes load the same code; what one has compiled saves the next a fifth of its work.
process.env['NODE_COMPILE_CACHE'] ??= path.join(temporary, 'compiled');
endWithSignal(() => rmSync(temporary, { recursive: true, force: true }));
const reports = mkdtempSync(path.join(temporary, 'reports-'));
const unitReport = path.join(reports, 'unit.json');
const componentsReport = path.join(reports, 'components.json');
const browserReport = path.join(reports, 'browser.json');
const failedSteps: string[] = [];

async function step(name: string, command: readonly string[], more = {}): Promise<void> {
  if (!(await runStep(name, command, more))) failedSteps.push(name);
}

interface Result {
  readonly counts: Counts;
  readonly failures: readonly Failure[];
  readonly times: readonly TestTime[];
}

/** How the reports of one runner are read. */
interface Reader {
  readonly count: (report: unknown) => Counts;
  readonly failures: (report: unknown) => Failure[];
  readonly times: (report: unknown) => TestTime[];
}
const VITEST: Reader = { count: countVitest, failures: listVitestFailures, times: listVitestTimes };
const PLAYWRIGHT: Reader = {
  count: countPlaywright,
  failures: listPlaywrightFailures,
  times: listPlaywrightTimes,
};

/** A runner that died before writing its report counts as one failed test. */
function readReport(file: string, { count, failures, times }: Reader): Result {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return { counts: count(report), failures: failures(report), times: times(report) };
  } catch (error) {
    console.error(`No report at ${file}:`, error);
    return { counts: { passed: 0, failed: 1 }, failures: [], times: [] };
  }
}

/** What the browser and the tests need; the budget is measured here, too. */
async function build(): Promise<void> {
  const isHeldBack = true;
  await step('build', ['npm', 'run', 'build'], { isHeldBack });
  await step('budget', ['npm', 'run', 'budget'], { isHeldBack });
  ensureChromium();
}

async function browser(): Promise<void> {
  const env = { E2E_REPORT: browserReport, ...quick };
  await step('browser', ['playwright', 'test', '-c', 'e2e'], { env });
}

/** Types and lint, and with the sweeps form, one after the other; their output is shown when each is over. */
async function statics(): Promise<void> {
  const unseen = { isHeldBack: true, env: LAVISH };
  // More checkers would each look at what all of them share, for twice the processor time on two cores.
  await step('types', ['tsc', '-b', '--checkers', '1', '--builders', '2'], unseen);
  await step('lint', ['oxlint'], unseen);
  if (!options.sweeps) return;
  await step('form', ['prettier', '--check', '.'], unseen);
  await step('unused', ['knip', '--no-progress'], unseen);
}

/** The projects that match, `!name` meaning all others; the output is shown when they are over. */
async function vitest(name: string, project: string, reportFile: string): Promise<void> {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const chosen = options.sweeps ? [] : ['--tagsFilter', '!sweep'];
  const command = ['vitest', 'run', '--project', project, ...chosen, ...report];
  await step(name, command, { isHeldBack: true, env: quick });
}

/** The app in the engines of the other browsers; `.ci/run` installs them. */
async function engines(): Promise<void> {
  await step('engines', ['node', 'e2e/engines/engines.ts']);
}

/** Whether the main job is as fast as promised, by ratios with wide limits; nothing else runs meanwhile. */
async function bench(): Promise<void> {
  await step('bench', ['node', 'e2e/proofs/bench/short.ts']);
}

/** Whether an overloaded server refuses and answers in time, with wide limits. */
async function load(): Promise<void> {
  const short = ['--minutes', '0.5', '--overload-minutes', '0.5', '--referrals', '20000'];
  await step('load', ['node', 'e2e/proofs/load/load.ts', ...short, '--wide']);
}

/** Whether the guides hold word by word in an empty Debian; needs root and what `guide-walk.ts` names. */
async function guides(): Promise<void> {
  await step('guides', ['node', 'e2e/proofs/deploy/guide-walk.ts']);
}

await build();
// In one run, Vitest would begin with the components once the others are over, when the statics are long over, too.
await Promise.all([
  vitest('unit and server', '!components', unitReport),
  statics().then(() => vitest('components', 'components', componentsReport)),
]);
// The browser keeps two cores busy by itself. Beside it the others took a fifth more processor time, and so did it.
await browser();
if (options.sweeps) {
  await engines();
  await bench();
  await load();
}
if (options.guides) await guides();

const results = [
  readReport(unitReport, VITEST),
  readReport(componentsReport, VITEST),
  readReport(browserReport, PLAYWRIGHT),
];
rmSync(temporary, { recursive: true, force: true });
const failed = results.flatMap(({ failures }) => failures);
for (const { file, title, reason } of failed) console.log(`\nFAILED ${file} › ${title}\n${reason}`);
if (options.sweeps) {
  const times = results.flatMap((result) => result.times);
  console.log(`\n${describeLongest(times, LONGEST)}`);
}
const counts = results.map((each) => each.counts).reduce(addCounts);
// By name once more: of a long output often only the end is kept.
for (const { file, title } of failed) console.log(`\nFailed: ${file} › ${title}`);
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\nAll of it took ${Math.round((Date.now() - startedAt) / 1000)} s`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (failedSteps.length > 0 || counts.failed > 0) process.exitCode = 1;
