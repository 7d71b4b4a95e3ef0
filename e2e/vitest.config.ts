import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'house', include: ['{house,run,faults,kills,bench}/**/*.test.ts'] },
});
