import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aCall, anAdminReferral, aUser } from '../../test/builders.ts';
import { ackKill, answerWith, cutBefore, refusal } from '../../test/fake-answers.ts';
import { ACTS, FakeDesk } from '../../test/fake-desk.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { checkUser } from '../answers/check-user.ts';
import { removeUnsent, restoreUnsent } from '../outbox/change-row.ts';
import { readWaiting } from '../outbox/read-waiting.ts';
import { drain } from '../send/drain.ts';
import { readConflicts, readWaitingActs, setMine, statusAfter } from './acts-state.ts';
import { checkDoneActs } from './check-done-acts.ts';
import { enqueueActs as enqueueSeen, takeBackAct } from './enqueue-acts.ts';

let server: FakeServer;
let desk: FakeDesk;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let ada: AdminReferral;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice(aUser({ role: 'admin', epoch: 'first' })));
  ada = anAdminReferral({ name: 'Ada Lovelace' });
  desk = new FakeDesk(server, [ada]);
});

const set = (status: ReferralStatus, expected: string = ada.status): ReferralAct => ({
  act: 'status',
  id: ada.id,
  status,
  expected,
});
const enqueueActs = (...acts: ReferralAct[]) => enqueueSeen(db, acts, [ada]);
const send = () => drain(db, clock.deps);
const statusOfAda = () => desk.rows.get(ada.id)?.status;
const overlay = async () => (await readWaitingActs(db)).get(ada.id);

/** A try without an answer: what waits may have arrived. */
async function tryInVain(step = cutBefore): Promise<void> {
  server.script(ACTS, step);
  await send();
  clock.advance(10 * 60_000);
}

async function hearOfEpoch(epoch: string): Promise<void> {
  if (server.user) server.user = { ...server.user, epoch };
  await checkUser(db, clock.deps);
}

test('a call is sent once, even if its answer is lost, whatever comes after it (rules 5 and 25)', async () => {
  const call = aCall(ada.id, { note: 'Likes the sun' });
  await enqueueActs(call);
  await tryInVain(ackKill);
  desk.change('another admin', ada.id, 'submitted');
  await send();
  expect(desk.calls).toEqual([call]);
  expect(statusOfAda()).toBe('submitted');
  expect(await db.outbox.count()).toBe(0);
});

test('calls wait beside changes of the same referral, and none takes the place of another (rule 25)', async () => {
  const [one, other] = [aCall(ada.id, { outcome: 'no_answer' }), aCall(ada.id)];
  await enqueueActs(set('in_progress'));
  await enqueueActs(one);
  await enqueueActs(other);
  expect((await readWaiting(db)).flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual([
    'In Progress for Ada Lovelace',
    'Call to Ada Lovelace: no answer',
    'Call to Ada Lovelace: reached',
  ]);
  await send();
  expect(desk.calls).toEqual([one, other]);
  expect(statusOfAda()).toBe('in_progress');
});

test('two calls and a change handed over together are all sent (rule 25)', async () => {
  await enqueueActs(aCall(ada.id, { outcome: 'no_answer' }), set('in_progress'), aCall(ada.id));
  await send();
  expect(desk.calls).toHaveLength(2);
  expect(statusOfAda()).toBe('in_progress');
});

test('a change before a waiting call stays, because the call builds upon it (rule 25)', async () => {
  await enqueueActs(set('contact_made'));
  await enqueueActs(aCall(ada.id));
  await enqueueActs(set('submitted', 'contact_made'));
  await send();
  expect(statusOfAda()).toBe('submitted');
  expect(desk.calls).toHaveLength(1);
});

test('a change after a waiting call replaces one that was never tried, and expects what the call leads to', async () => {
  await enqueueActs(aCall(ada.id));
  await enqueueActs(set('in_progress', 'contact_made'));
  await enqueueActs(set('completed', 'in_progress'));
  await send();
  expect(desk.changes.map(({ to }) => to)).toEqual(['contact_made', 'completed']);
  expect(await readConflicts(db)).toEqual([]);
});

test('calls have entries of their own, which builds that do not know them leave alone (rule 25)', async () => {
  await enqueueActs(set('in_progress'), aCall(ada.id));
  expect((await db.outbox.toArray()).map(({ v }) => v)).toEqual([
    OUTBOX_KINDS.acts.v,
    OUTBOX_KINDS.calls.v,
  ]);
});

test.each([
  ['reached', 'contact_made'],
  ['not_interested', 'contact_made'],
  ['no_answer', 'submitted'],
  ['call_back', 'submitted'],
] as const)('after %s the list shows %s until it is sent (rule 18)', async (outcome, status) => {
  const call = aCall(ada.id, { outcome });
  await enqueueActs(call);
  const waiting = await overlay();
  expect(waiting).toMatchObject({ referral: ada, calls: [call] });
  expect(statusAfter('submitted', waiting)).toBe(status);
  expect(statusAfter('in_progress', waiting)).toBe('in_progress');
  expect(statusAfter('submitted', undefined), 'of another referral').toBe('submitted');
});

test('what is shown follows acts and calls in their order (rule 18)', async () => {
  await enqueueActs(set('in_progress'));
  await enqueueActs(aCall(ada.id));
  expect(statusAfter('submitted', await overlay())).toBe('in_progress');
  await enqueueActs(set('submitted', 'in_progress'));
  expect(statusAfter('contact_made', await overlay())).toBe('submitted');
  await enqueueActs(aCall(ada.id));
  expect(statusAfter('submitted', await overlay())).toBe('contact_made');
  expect((await overlay())?.calls).toHaveLength(2);
});

test('a waiting call is taken back by its own id, and can be put back beside a later change (rule 20)', async () => {
  const call = aCall(ada.id);
  await enqueueActs(call);
  const removed = await removeUnsent(db, call.key);
  await enqueueActs(set('in_progress'));
  expect(await restoreUnsent(db, removed!)).toBe(true);
  await send();
  expect(desk.calls).toEqual([call]);
  expect(await removeUnsent(db, call.key)).toBeUndefined();
});

test('the last act on a referral is taken back first', async () => {
  await enqueueActs(set('in_progress'));
  await enqueueActs(aCall(ada.id));
  expect(await takeBackAct(db, ada.id)).toBe(true);
  expect(await overlay()).toEqual({ status: 'in_progress', referral: ada });
});

test('a call never conflicts with a status, and leaves a conflict about the status alone (rule 27)', async () => {
  desk.change('another admin', ada.id, 'completed');
  await enqueueActs(set('in_progress'));
  await send();
  await enqueueActs(aCall(ada.id));
  await send();
  expect(desk.calls).toHaveLength(1);
  expect(await readConflicts(db)).toMatchObject([{ id: ada.id, act: { status: 'in_progress' } }]);
});

test('calls the server did not note wait for their person, each by itself (rule 27)', async () => {
  const calls = [aCall(ada.id, { note: 'first' }), aCall(ada.id, { note: 'second' })];
  await enqueueActs(...calls);
  desk.change('another admin', ada.id, null);
  await send();
  const conflicts = await readConflicts(db);
  expect(conflicts.map(({ id }) => id).toSorted()).toEqual(calls.map(({ key }) => key).toSorted());
  expect(conflicts).toMatchObject([{ outcome: 'gone' }, { outcome: 'gone' }]);
});

test('a refused call can be noted again, and is one call (rules 5 and 27)', async () => {
  const call = aCall(ada.id);
  await enqueueActs(call);
  server.script(
    ACTS,
    answerWith(() => refusal(400, 'invalid')),
  );
  await send();
  const [conflict] = await readConflicts(db);
  await setMine(db, conflict!);
  await send();
  expect(desk.calls).toEqual([call]);
  expect(await readConflicts(db)).toEqual([]);
});

test('calls the server has lost wait for their person beside a lost change (rule 38)', async () => {
  const call = aCall(ada.id, { outcome: 'no_answer' });
  await enqueueActs(call);
  await enqueueActs(set('completed'));
  await send();
  desk.putBackTo([ada]);
  await hearOfEpoch('second');
  await enqueueActs(aCall(ada.id, { outcome: 'no_answer' }));
  await checkDoneActs(db);
  const conflicts = await readConflicts(db);
  expect(conflicts).toHaveLength(2);
  expect(conflicts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: ada.id, outcome: 'lost' }),
      expect.objectContaining({ id: call.key, outcome: 'lost', who: 'Ada Lovelace' }),
    ]),
  );
  await setMine(
    db,
    conflicts.find(({ id }) => id === call.key)!,
  );
  await send();
  expect(desk.calls).toHaveLength(2);
  expect(await readConflicts(db)).toMatchObject([{ id: ada.id }]);
});

test('a call and a change the server still has are not asked about again (rule 38)', async () => {
  await enqueueActs(aCall(ada.id));
  await enqueueActs(set('in_progress', 'contact_made'));
  await send();
  await hearOfEpoch('second');
  await checkDoneActs(db);
  server.requests.length = 0;
  await checkDoneActs(db);
  expect(server.sentTo(ACTS)).toEqual([]);
  expect(await readConflicts(db)).toEqual([]);
});
