import { defineConfig } from 'playwright/test';
import journeys from '../../playwright.config.ts';

/** The kills of the command, one after another, so that nothing but the kill disturbs a replay. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  use: { trace: 'off' },
});
