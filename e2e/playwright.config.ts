import { defineConfig } from 'playwright/test';
import { findShell, launchOptionsOf } from './fixtures/browser.ts';
import { isQuick, SWEEP } from './fixtures/tags.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  ...(isQuick && { grepInvert: new RegExp(SWEEP.tag) }),
  // A test spends a third of its time waiting; three keep two cores busy. Sweeps hardly wait, and some fill a core alone.
  workers: isQuick ? 3 : 2,
  // Upper limits for a busy machine with two cores; a normal run needs a fraction.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [
    // A run of all tests shows a dot for each, and what failed at its end.
    [process.env['E2E_REPORT'] === undefined ? 'list' : 'dot'],
    ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/report.json' }],
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    // Less than a test may take, so that a failure names the step that got stuck.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Tracing takes a third of the whole run; `npm run e2e -- --trace retain-on-failure` turns it on.
    trace: 'off',
    launchOptions: launchOptionsOf(findShell()),
  },
});
