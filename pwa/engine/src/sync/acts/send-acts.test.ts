import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aUser } from '../../test/builders.ts';
import { ackKill, answerWith, jsonAnswer } from '../../test/fake-answers.ts';
import { ACTS, FakeDesk } from '../../test/fake-desk.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { drain } from '../send/drain.ts';
import { readStatus } from '../send/status.ts';
import { pageQuestion, readKeptReferrals, refreshPage } from '../read/desk-list.ts';
import { readConflicts, setMine } from './acts-state.ts';
import { enqueueActs } from './enqueue-acts.ts';

let server: FakeServer;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let desk: FakeDesk;
let ada: AdminReferral;
let bea: AdminReferral;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice(aUser({ role: 'admin', epoch: 'first' })));
  ada = anAdminReferral({ name: 'Ada' });
  bea = anAdminReferral({ name: 'Bea' });
  desk = new FakeDesk(server, [ada, bea]);
});

const complete = ({ id, status }: AdminReferral): ReferralAct => ({
  act: 'status',
  id,
  status: 'completed',
  expected: status,
});
const remove = ({ id, status }: AdminReferral): ReferralAct => ({
  act: 'delete',
  id,
  expected: status,
});
const done = ({ id }: AdminReferral): ReferralActResult => ({
  id,
  outcome: 'done',
  referral: null,
});

test.each([
  ['none', () => []],
  ['one too few', () => [done(ada)]],
  ['one too many', () => [done(ada), done(bea), done(bea)]],
  ['the second about somebody else', () => [done(ada), done(anAdminReferral())]],
  ['them in another order', () => [done(bea), done(ada)]],
])(
  'an answer with %s of the results of two acts counts for neither (rule 3)',
  async (_, results) => {
    await enqueueActs(db, [complete(ada), complete(bea)]);
    server.script(
      ACTS,
      answerWith(() => jsonAnswer({ results: results() })),
    );
    await drain(db, clock.deps);
    expect((await readStatus(db)).waiting).toBe(2);
    expect(await db.doneActs.count()).toBe(0);
  },
);

test('only what the server did is remembered as done (rule 38)', async () => {
  desk.change('another admin', bea.id, 'in_progress');
  await enqueueActs(db, [complete(ada), complete(bea)]);
  await drain(db, clock.deps);
  expect((await db.doneActs.toArray()).map(({ id }) => id)).toEqual([ada.id]);
});

test('a referral whose deletion met another status stays in the list (rule 27)', async () => {
  await refreshPage(db, pageQuestion({}), {}, clock.deps);
  desk.change('another admin', ada.id, 'in_progress');
  await enqueueActs(db, [remove(ada)], [ada]);
  await drain(db, clock.deps);
  const shown = (await readKeptReferrals(db)).map(({ id, status }) => [id, status]);
  expect(shown).toContainEqual([ada.id, 'in_progress']);
});

test('a status wanted after a deletion that was done meets a referral that is gone (rules 25 and 27)', async () => {
  await enqueueActs(db, [remove(ada)]);
  server.script(ACTS, ackKill);
  await drain(db, clock.deps);
  await enqueueActs(db, [complete(ada)]);
  clock.advance(10 * 60_000);
  await drain(db, clock.deps);
  const isGone = [{ act: complete(ada), outcome: 'gone', referral: null }];
  const conflicts = await readConflicts(db);
  expect(conflicts).toMatchObject(isGone);
  await setMine(db, conflicts[0]!);
  await drain(db, clock.deps);
  expect(await readConflicts(db)).toMatchObject(isGone);
});
