import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'shared-types', isolate: false, include: ['src/**/*.test.ts'] },
});
