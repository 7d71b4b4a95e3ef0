import { defineConfig } from 'playwright/test';
import journeys from '../../playwright.config.ts';

/** The rehearsals of the command, one after another. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  use: { trace: 'off' },
});
