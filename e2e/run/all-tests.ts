import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from './ensure-chromium.ts';
import { addCounts, countPlaywright, countVitest, type Counts } from './count-reports.ts';

/**
 * `npm test`: types, lint, form, unit and server tests, the build with its budget, browser tests. All run
 * even when one fails; the last line counts the tests of all runners, and a failure of any step is the exit code's.
 */
const reports = mkdtempSync(path.join(tmpdir(), 'sunloop-reports-'));
const vitestReport = path.join(reports, 'vitest.json');
const browserReport = path.join(reports, 'browser.json');
const failedSteps: string[] = [];

function step(name: string, command: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  console.log(`== ${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (status !== 0) failedSteps.push(name);
}

/** A runner that died before it wrote its report counts as one failed test. */
function count(file: string, read: (report: unknown) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`No report at ${file}:`, error);
    return { passed: 0, failed: 1 };
  }
}

step('types', 'tsc', ['-b']);
step('lint', 'oxlint', []);
step('form', 'prettier', ['--check', '.']);
step('unit and server', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
step('build', 'npm', ['run', 'build']);
step('budget', 'npm', ['run', 'budget']);
ensureChromium();
step('browser', 'playwright', ['test', '-c', 'e2e'], { E2E_REPORT: browserReport });

const counts = addCounts(count(vitestReport, countVitest), count(browserReport, countPlaywright));
rmSync(reports, { recursive: true });
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
if (failedSteps.length > 0 || counts.failed > 0) process.exitCode = 1;
