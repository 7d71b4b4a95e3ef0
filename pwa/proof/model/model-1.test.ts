import { vi } from 'vitest';
import { defineModelTests } from './define-model-tests.ts';

vi.mock('../../src/data/user-db.ts', async (load) => {
  const { withTabs } = await import('./tab.ts');
  return withTabs(await load());
});

defineModelTests(0, 2);
