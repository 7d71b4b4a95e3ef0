import { expect, test, vi } from 'vitest';
import { anOpenDb } from '../../test/builders.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { askToPersist } from './persist.ts';

test('what is saved is not called unsaved because a later step fails (rule 1)', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('navigator', { storage: { persist: () => Promise.resolve(true) } });
  const db = await anOpenDb();
  const mend = failStorage({ error: 'UnknownError', stores: ['sync'], operations: ['get'] });
  await expect(askToPersist(db)).resolves.toBeUndefined();
  mend();
});
