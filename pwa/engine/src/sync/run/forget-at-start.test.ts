import { accountRoutes } from '@sunloop/shared-types/accounts/account-routes.ts';
import { expect, test, vi } from 'vitest';
import { aNewReferral, aUser } from '../../test/builders.ts';
import { jsonAnswer } from '../../test/fake-answers.ts';
import { fakeWindow } from '../../test/fake-window.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { openUserDb } from '../../data/user-db.ts';
import { startSync } from './start.ts';

// In a file of its own, because it is asked once for each page.
test('people who left rows here and were erased are asked about once, and forgotten (rule 35)', async () => {
  const gone = openUserDb(aUser().id);
  await enqueue(gone, [aNewReferral()]);
  const { server, db } = await aSignedInDevice();
  const PATH = accountRoutes.askErased.path;
  server.intercept = ({ path }) =>
    path === PATH ? () => jsonAnswer({ erased: [gone.userId] }) : undefined;
  const page = fakeWindow();
  const stop = startSync({ db, window: page.window });
  await vi.waitFor(async () => expect(await gone.outbox.count()).toBe(0));
  await enqueue(openUserDb(aUser().id), [aNewReferral()]);
  const lists = () => server.sentTo('/api/user').length + server.sentTo('/api/sync/push').length;
  await enqueue(db, [aNewReferral()]);
  page.emit('online');
  await vi.waitFor(() => expect(lists()).toBeGreaterThan(0));
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stop();
  expect(server.sentTo(PATH).map(({ body }) => body)).toEqual([{ ids: [gone.userId] }]);
});
