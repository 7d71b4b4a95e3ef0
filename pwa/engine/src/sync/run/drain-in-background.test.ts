import { expect, test } from 'vitest';
import { noteSyncState } from '../../data/sync-state.ts';
import { aNewReferral } from '../../test/builders.ts';
import { cutBefore } from '../../test/fake-answers.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { drainInBackground } from './drain-in-background.ts';

test('the browser is asked to wake the worker again while something waits that another try can send', async () => {
  const { db, server, clock } = await aSignedInDevice();
  await enqueue(db, [aNewReferral()]);
  server.intercept = () => cutBefore;
  await expect(drainInBackground(clock.deps)).rejects.toThrow('1 referrals still wait');
});

test('it is not for what only a newer build can send, whatever the network is like (rule 12)', async () => {
  const { db, server, clock } = await aSignedInDevice();
  await enqueue(db, [aNewReferral()]);
  await db.outbox.toCollection().modify({ v: 99 });
  await drainInBackground(clock.deps);
  server.intercept = () => cutBefore;
  await noteSyncState(db, { reach: 'offline' });
  await drainInBackground(clock.deps);
  expect(await db.outbox.count()).toBe(1);
});
