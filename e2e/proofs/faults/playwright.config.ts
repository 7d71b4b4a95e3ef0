import { defineConfig } from 'playwright/test';
import journeys from '../../playwright.config.ts';

/** All cells of the fault table; `fault-table.ts` runs this and prints the table. */
export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  use: { trace: 'off' },
});
