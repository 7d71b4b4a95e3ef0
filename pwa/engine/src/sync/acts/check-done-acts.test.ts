import { ACTS_BATCH_ROWS, DAY_MS } from '@sunloop/shared-types/limits.ts';
import type {
  ReferralAct,
  ReferralActs,
  ReferralChange,
} from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import { ACTS, FakeDesk } from '../../test/fake-desk.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { checkUser } from '../answers/check-user.ts';
import { drain } from '../send/drain.ts';
import { readConflicts, setMine } from './acts-state.ts';
import { checkDoneActs } from './check-done-acts.ts';
import { enqueueActs } from './enqueue-acts.ts';

let server: FakeServer;
let desk: FakeDesk;
let db: UserDb;
let deps: Awaited<ReturnType<typeof aSignedInDevice>>['clock']['deps'];
let ada: AdminReferral;
let bob: AdminReferral;

beforeEach(async () => {
  const device = await aSignedInDevice(aUser({ role: 'admin', epoch: 'first' }));
  ({ server, db } = device);
  ({ deps } = device.clock);
  ada = anAdminReferral({ name: 'Ada Lovelace' });
  bob = anAdminReferral({ name: 'Bob Noyce' });
  desk = new FakeDesk(server, [ada, bob]);
});

const toCompleted = ({ id, status }: AdminReferral): ReferralAct => ({
  act: 'status',
  id,
  status: 'completed',
  expected: status,
});
const deletionOf = ({ id, status }: AdminReferral): ReferralChange => ({
  act: 'delete',
  id,
  expected: status,
});

async function done(...acts: ReferralAct[]): Promise<void> {
  await enqueueActs(db, acts, [ada, bob]);
  await drain(db, deps);
  server.requests.length = 0;
}

/** The database was started again, and this device has heard of it. */
async function hearOfEpoch(epoch: string): Promise<void> {
  if (server.user) server.user = { ...server.user, epoch };
  await checkUser(db, deps);
}

test('acts that the server has lost wait for their person, and nothing is written (rule 38)', async () => {
  await done(toCompleted(ada), deletionOf(bob));
  desk.putBackTo([ada, bob]);
  await hearOfEpoch('second');
  await checkDoneActs(db);
  expect(await readConflicts(db)).toMatchObject([
    { id: ada.id, outcome: 'lost', who: 'Ada Lovelace', act: { status: 'completed' } },
    { id: bob.id, outcome: 'lost', who: 'Bob Noyce', act: { act: 'delete' } },
  ]);
  expect(desk.rows.get(ada.id)?.status).toBe('submitted');
  expect(desk.rows.size).toBe(2);
  expect(await db.outbox.count()).toBe(0);
});

test('confirmed, they are done again from what the server has now (rule 38)', async () => {
  await done(toCompleted(ada));
  desk.putBackTo([{ ...ada, status: 'in_progress' }]);
  await hearOfEpoch('second');
  await checkDoneActs(db);
  const [conflict] = await readConflicts(db);
  await setMine(db, conflict!);
  await drain(db, deps);
  expect(desk.rows.get(ada.id)?.status).toBe('completed');
  expect(await readConflicts(db)).toEqual([]);
});

test('a server that has everything is asked once for each start, and the person is not', async () => {
  await done(toCompleted(ada), deletionOf(bob));
  desk.change('another admin', ada.id, 'in_progress');
  await checkDoneActs(db);
  expect(server.sentTo(ACTS)).toEqual([]);
  await hearOfEpoch('second');
  await checkDoneActs(db);
  await checkDoneActs(db);
  expect(server.sentTo(ACTS)).toHaveLength(1);
  expect(await readConflicts(db)).toEqual([]);
});

test('a referral that was lost, too, is asked about until its device has sent it again', async () => {
  await done(toCompleted(ada), deletionOf(bob));
  desk.putBackTo([]);
  await hearOfEpoch('second');
  await checkDoneActs(db);
  expect(await readConflicts(db)).toEqual([]);
  desk.putBackTo([ada, bob]);
  await checkDoneActs(db);
  expect((await readConflicts(db)).map(({ id }) => id)).toEqual([ada.id, bob.id]);
});

test('what somebody has done again needs no question', async () => {
  await done(toCompleted(ada));
  desk.putBackTo([ada]);
  desk.change('another admin', ada.id, 'completed');
  await hearOfEpoch('second');
  await checkDoneActs(db);
  expect(await readConflicts(db)).toEqual([]);
});

test('a newer act of the person that waits takes the place of the question', async () => {
  await done(toCompleted(ada));
  desk.putBackTo([ada]);
  await hearOfEpoch('second');
  await enqueueActs(db, [{ ...deletionOf(ada), expected: 'completed' }], [ada]);
  await checkDoneActs(db);
  expect(await readConflicts(db)).toEqual([]);
  await drain(db, deps);
  expect(await readConflicts(db)).toMatchObject([{ id: ada.id, outcome: 'conflict' }]);
});

test.each([
  ['no answer', cutBefore],
  ['a refusal', answerWith(() => refusal(400, 'invalid'))],
])('after %s it is asked again', async (_, step) => {
  await done(toCompleted(ada));
  desk.putBackTo([ada]);
  await hearOfEpoch('second');
  server.script(ACTS, step);
  await checkDoneActs(db);
  expect(await readConflicts(db)).toEqual([]);
  await checkDoneActs(db);
  expect(await readConflicts(db)).toHaveLength(1);
});

test.each([
  ['none of the results', () => []],
  ['a result missing', () => [conflictOn(ada)]],
  ['them in another order', () => [conflictOn(bob), conflictOn(ada)]],
])('an answer with %s is none (rule 3)', async (_, results) => {
  await done(toCompleted(ada), toCompleted(bob));
  await hearOfEpoch('second');
  server.script(
    ACTS,
    answerWith(() => jsonAnswer({ results: results() })),
  );
  await checkDoneActs(db);
  expect(await readConflicts(db)).toEqual([]);
  expect(await db.doneActs.count()).toBe(2);
});
const conflictOn = (referral: AdminReferral) =>
  ({ id: referral.id, outcome: 'conflict', referral }) as const;

test('more acts than go at once are asked about in batches, each of them once (rule 25)', async () => {
  const many = Array.from({ length: ACTS_BATCH_ROWS + 1 }, () => anAdminReferral());
  desk.putBackTo(many);
  await done(...many.map(toCompleted));
  await hearOfEpoch('second');
  await checkDoneActs(db);
  const asked = server.sentTo(ACTS).map(({ body }) => (body as ReferralActs).acts);
  expect(asked.map(({ length }) => length)).toEqual([ACTS_BATCH_ROWS, 1]);
  expect(new Set(asked.flat().map(({ id }) => id)).size).toBe(many.length);
});

test('a server that names no start of its database is asked nothing', async () => {
  await done(toCompleted(ada));
  const { epoch: _, ...user } = server.user!;
  server.user = user;
  await checkUser(db, deps);
  await checkDoneActs(db);
  expect(server.sentTo(ACTS)).toEqual([]);
});

test('after 30 days an act is forgotten', async () => {
  await done(toCompleted(ada));
  await checkDoneActs(db, Date.now() + 31 * DAY_MS);
  expect(await db.doneActs.count()).toBe(0);
});
