import { defineConfig } from 'playwright/test';
import { findChromium, LAUNCH_ARGS } from './fixtures/browser.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Upper limits for a busy machine of two cores; a good run needs a fraction.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/report.json' }],
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: { args: LAUNCH_ARGS, ...(executablePath !== undefined && { executablePath }) },
  },
});
