import { expect, test } from 'vitest';
import { readSyncState } from '../../data/sync-state.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { checkUser } from './check-user.ts';

test('a device database that cannot be read is no answer of the server: nothing is concluded from it (rules 3 and 7)', async () => {
  const { server, db, clock } = await aSignedInDevice();
  const before = await readSyncState(db);
  const mend = failStorage({ error: 'UnknownError', stores: ['device'], operations: ['get'] });
  await expect(checkUser(db, clock.deps)).rejects.toThrow('get failed for the test');
  mend();
  expect(await readSyncState(db)).toEqual(before);
  expect(server.requests).toEqual([]);
  expect(await checkUser(db, clock.deps)).toBe(true);
});
