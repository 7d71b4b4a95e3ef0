import { vi } from 'vitest';
import { defineModelTests } from './define-model-tests.ts';

vi.mock('../../src/data/user-db.ts', async (load) => {
  const { withTabs } = await import('./tab.ts');
  return withTabs(await load());
});
vi.mock('dexie', async (load) => {
  const { withTabQueries } = await import('./tab.ts');
  return withTabQueries(await load());
});
// It asks once a realm, so the first run would differ from its replay.
vi.mock('../../src/sync/session/forget-others.ts', () => ({ forgetOthers: async () => undefined }));

defineModelTests(1, 2);
