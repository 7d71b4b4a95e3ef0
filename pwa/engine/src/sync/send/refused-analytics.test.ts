import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { aNewReferral, anAdminReferral, aUser } from '../../test/builders.ts';
import { FakeDesk } from '../../test/fake-desk.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { drain } from './drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueActs } from '../acts/enqueue-acts.ts';

let debug: MockInstance<typeof console.debug>;
beforeEach(() => {
  debug = vi.spyOn(console, 'debug').mockReturnValue();
});

const recorded = () => debug.mock.calls.map(([{ event, properties }]) => [event, properties]);

test('every refused row of a batch is recorded, without its content (SPEC §8)', async () => {
  const { db, clock, user } = await aSignedInDevice();
  const rows = ['One', 'Two'].map((name) => aNewReferral({ name, email: user.email }));
  await enqueue(db, [...rows, aNewReferral()]);
  await drain(db, clock.deps);
  const refusals = recorded().filter(([event]) => event === 'referral_refused');
  expect(refusals).toEqual(
    rows.map(() => ['referral_refused', { why: expect.stringMatching(/^\w+$/) }]),
  );
});

test('every refused act is recorded', async () => {
  const { db, clock, server } = await aSignedInDevice(aUser({ role: 'admin' }));
  const ada = anAdminReferral({ status: 'submitted' });
  const desk = new FakeDesk(server, [ada]);
  const act = { act: 'status', id: ada.id, status: 'completed', expected: 'submitted' } as const;
  await enqueueActs(db, [act]);
  desk.change('other', ada.id, 'in_progress');
  await drain(db, clock.deps);
  expect(recorded()).toContainEqual(['act_refused', { why: 'conflict' }]);
});
