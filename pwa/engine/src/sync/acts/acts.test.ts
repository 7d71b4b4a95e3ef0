import { ACTS_BATCH_ROWS } from '@sunloop/shared-types/limits.ts';
import type { ReferralAct, ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { countUnsent } from '../../data/find-unsent.ts';
import { patchSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aCall, aNewReferral, anAdminReferral, anOpenDb, aUser } from '../../test/builders.ts';
import {
  ackKill,
  answerWith,
  cutBefore,
  hang,
  jsonAnswer,
  refusal,
} from '../../test/fake-answers.ts';
import { ACTS, FakeDesk } from '../../test/fake-desk.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { pageQuestion, readKeptReferrals, refreshPage } from '../read/desk-list.ts';
import { keepTheirs, readConflicts, readWaitingActs, setMine } from './acts-state.ts';
import { removeUnsent, restoreUnsent } from '../outbox/change-row.ts';
import { drain } from '../send/drain.ts';
import { exportWaiting } from '../outbox/unsent-file.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueActs as enqueueSeen, takeBackAct } from './enqueue-acts.ts';
import { readSent, readWaiting } from '../outbox/read-waiting.ts';
import { readStatus } from '../send/status.ts';

const admin = aUser({ role: 'admin' });
let server: FakeServer;
let desk: FakeDesk;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;
let ada: AdminReferral;
/** The referrals the admin has seen. */
const shown = new Map<string, AdminReferral>();

beforeEach(async () => {
  server = new FakeServer(admin);
  clock = fixedDeps();
  db = await anOpenDb(admin.id);
  await Promise.all(db.tables.map((table) => table.clear()));
  await patchSyncState(db, { isOpen: true });
  ada = anAdminReferral({ name: 'Ada Lovelace' });
  await stock([ada]);
});

async function stock(rows: AdminReferral[]): Promise<void> {
  desk = new FakeDesk(server, rows);
  for (const row of rows) shown.set(row.id, row);
  await refreshPage(db, pageQuestion({}), {}, clock.deps);
  server.requests.length = 0;
}

const set = (row: AdminReferral, status: ReferralStatus, expected = row.status): ReferralAct => ({
  act: 'status',
  id: row.id,
  status,
  expected,
});
const remove = (row: AdminReferral): ReferralChange => ({
  act: 'delete',
  id: row.id,
  expected: row.status,
});
const sentActs = () =>
  server.sentTo(ACTS).map(({ body }) => (body as { acts: ReferralAct[] }).acts);
const statuses = () => desk.changes.map(({ to }) => to);

/** Acts on what the desk shows. */
const enqueueActs = (to: UserDb, acts: ReferralAct[]) => enqueueSeen(to, acts, [...shown.values()]);

/** A try without an answer: the act may have arrived. */
async function tryInVain(): Promise<void> {
  server.script(ACTS, cutBefore);
  await drain(db, clock.deps);
  clock.advance(10 * 60_000);
}

describe('saving', () => {
  test('acts wait in batches of 100, counted and listed by name (rules 1 and 25)', async () => {
    const many = Array.from({ length: 201 }, () => anAdminReferral({ name: 'Fay' }));
    await stock(many);
    await enqueueActs(
      db,
      many.map((row) => set(row, 'completed')),
    );
    const entries = await readWaiting(db);
    expect(entries.map(({ rows }) => rows.length)).toEqual([100, 100, 1]);
    expect(entries[2]?.rows[0]?.name).toBe('Completed for Fay');
    expect((await readStatus(db)).waiting).toBe(201);
  });

  test('the list shows waiting acts at once (rule 18)', async () => {
    const bob = anAdminReferral();
    await stock([ada, bob]);
    await enqueueSeen(db, [set(ada, 'in_progress'), remove(bob)], [ada, bob]);
    expect(await readWaitingActs(db)).toEqual(
      new Map([
        [ada.id, { status: 'in_progress', referral: ada }],
        [bob.id, { isDeleted: true, referral: bob }],
      ]),
    );
  });

  test('the file of unsent changes describes acts in words', async () => {
    await enqueueActs(db, [remove(ada)]);
    expect(await exportWaiting(db)).toContain('Delete Ada Lovelace');
  });
});

describe('sending', () => {
  test('sends acts and submissions in order, and lists what the server holds now', async () => {
    await enqueue(db, [aNewReferral({ name: 'First' })]);
    await enqueueActs(db, [set(ada, 'completed')]);
    await enqueue(db, [aNewReferral({ name: 'Last' })]);
    await drain(db, clock.deps);
    const paths = server.requests.map(({ path }) => path);
    expect(paths).toEqual(['/api/sync/push', ACTS, '/api/sync/push']);
    expect(await readKeptReferrals(db)).toMatchObject([{ id: ada.id, status: 'completed' }]);
    expect(await readStatus(db)).toMatchObject({ waiting: 0, rejected: 0 });
    const sent = (await readSent(db)).flatMap(({ names }) => names);
    expect(sent).toContain('Completed for Ada Lovelace');
  });

  test('a deleted referral leaves the list', async () => {
    await enqueueActs(db, [remove(ada)]);
    await drain(db, clock.deps);
    expect(desk.rows.size).toBe(0);
    expect(await readKeptReferrals(db)).toEqual([]);
  });

  test('an act whose answer was lost after the commit is done once, whatever came after it (rules 5 and 25)', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    server.script(ACTS, ackKill);
    await drain(db, clock.deps);
    desk.change('another admin', ada.id, 'submitted');
    clock.advance(10 * 60_000);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['completed', 'submitted']);
    expect(await readKeptReferrals(db)).toMatchObject([{ status: 'submitted' }]);
    expect(await db.outbox.count()).toBe(0);
  });

  test.each([
    [401, 'unauthenticated', 'sign-in'],
    [403, 'inactive', 'inactive'],
    [409, 'user_mismatch', 'wrong-user'],
    [404, 'not_found', 'update-needed'],
  ] as const)('stops at %i %s and loses nothing (rule 7)', async (status, code, blocked) => {
    await enqueueActs(db, [set(ada, 'completed')]);
    server.script(
      ACTS,
      answerWith(() => refusal(status, code)),
    );
    await drain(db, clock.deps);
    expect(await readStatus(db)).toMatchObject({ waiting: 1, blocked });
  });

  test('sends less at once after a time-out, and halves a refused batch down to the act at fault (rule 10)', async () => {
    const many = Array.from({ length: 4 }, () => anAdminReferral());
    await stock(many);
    await enqueueActs(
      db,
      many.map((row) => set(row, 'completed')),
    );
    server.script(ACTS, hang);
    await drain(db, clock.deps);
    clock.advance(60_000);
    const poison = many[2]!.id;
    server.intercept = ({ path, body }) =>
      path === ACTS && JSON.stringify(body).includes(poison)
        ? answerWith(() => refusal(400, 'invalid'))
        : undefined;
    await drain(db, clock.deps);
    expect(sentActs().map((acts) => acts.length)).toEqual([4, 1, 2, 1, 2, 1, 1]);
    expect(await readConflicts(db)).toMatchObject([
      { id: poison, outcome: 'refused', error: 'Refused: invalid' },
    ]);
    expect(await readStatus(db)).toMatchObject({ waiting: 0, rejected: 0 });
  });

  test('an answer about other acts does not count (rule 3)', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    const other = { id: anAdminReferral().id, outcome: 'done', referral: null };
    server.script(
      ACTS,
      answerWith(() => jsonAnswer({ results: [other] })),
    );
    await drain(db, clock.deps);
    expect((await readStatus(db)).waiting).toBe(1);
  });

  test('acts our server fails on three times step behind (rule 29)', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    await enqueue(db, [aNewReferral({ name: 'Second' })]);
    server.intercept = ({ path }) =>
      path === ACTS ? answerWith(() => refusal(500, 'internal')) : undefined;
    for (let time = 0; time < 3; time += 1) {
      await drain(db, clock.deps);
      clock.advance(10 * 60_000);
    }
    server.intercept = () => undefined;
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['completed']);
    expect(server.rows.size).toBe(1);
  });

  test('somebody who is no longer an admin is told so, and everything else is sent', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    await enqueue(db, [aNewReferral({ name: 'Own' })]);
    server.script(
      ACTS,
      answerWith(() => refusal(403, 'forbidden')),
    );
    await drain(db, clock.deps);
    expect(await readConflicts(db)).toMatchObject([{ outcome: 'refused', who: 'Ada Lovelace' }]);
    expect(server.rows.size).toBe(1);
  });

  test('an older answer does not set a page back that came while an act was on its way (rule 31)', async () => {
    const { path } = pageQuestion({});
    await enqueueActs(db, [set(ada, 'completed')]);
    server.script(ACTS, async (_, serve) => {
      const answer = serve();
      desk.change('another admin', ada.id, 'in_progress');
      await refreshPage(db, pageQuestion({}), {}, clock.deps);
      return answer;
    });
    await drain(db, clock.deps);
    expect(await readKeptReferrals(db)).toMatchObject([{ status: 'in_progress' }]);
    expect(await db.resources.get(path)).toMatchObject({ isTouched: true });
  });
});

describe('conflicts (rule 27)', () => {
  test('an act the server did not do for a reason it names keeps that reason', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    const why = 'Another user referred them, too';
    const result = { id: ada.id, outcome: 'conflict', referral: ada, why };
    server.script(
      ACTS,
      answerWith(() => jsonAnswer({ results: [result] })),
    );
    await drain(db, clock.deps);
    expect(await readConflicts(db)).toMatchObject([{ outcome: 'refused', error: why }]);
  });

  test('a conflict keeps both statuses, and the list shows the server’s', async () => {
    desk.change('another admin', ada.id, 'in_progress');
    await enqueueActs(db, [set(ada, 'completed')]);
    await drain(db, clock.deps);
    const [conflict] = await readConflicts(db);
    expect(conflict).toMatchObject({
      outcome: 'conflict',
      who: 'Ada Lovelace',
      act: { status: 'completed' },
      referral: { status: 'in_progress' },
    });
    expect(await readKeptReferrals(db)).toMatchObject([{ status: 'in_progress' }]);
    expect(desk.rows.get(ada.id)?.status).toBe('in_progress');
  });

  test('“Set mine” acts on what was seen, and “Keep theirs” leaves it', async () => {
    desk.change('another admin', ada.id, 'in_progress');
    await enqueueActs(db, [set(ada, 'completed')]);
    await drain(db, clock.deps);
    const [conflict] = await readConflicts(db);
    await setMine(db, conflict!);
    expect(await readConflicts(db)).toEqual([]);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['in_progress', 'completed']);
    await db.conflicts.put(conflict!);
    await keepTheirs(db, ada.id);
    expect(await readConflicts(db)).toEqual([]);
    expect(await db.outbox.count()).toBe(0);
  });

  test('a conflict of an earlier act names what the person wanted last', async () => {
    await enqueueActs(db, [set(ada, 'contact_made')]);
    await tryInVain();
    await enqueueActs(db, [set(ada, 'completed', 'contact_made')]);
    desk.change('another admin', ada.id, 'in_progress');
    await drain(db, clock.deps);
    expect(await readConflicts(db)).toMatchObject([
      { act: { status: 'completed' }, referral: { status: 'in_progress' } },
    ]);
    expect(await db.outbox.count()).toBe(0);
    expect(sentActs(), 'what follows is not tried after that').toHaveLength(2);
  });

  test('a conflict over a deleted referral still gives its name', async () => {
    desk.change('another admin', ada.id, null);
    await enqueueActs(db, [set(ada, 'completed')]);
    await drain(db, clock.deps);
    expect(await readConflicts(db)).toMatchObject([
      { outcome: 'gone', referral: null, who: 'Ada Lovelace' },
    ]);
    expect(await readKeptReferrals(db)).toEqual([]);
  });
});

describe('a later act on the same referral (rule 25)', () => {
  test('replaces one that was never tried, starting from what was there before', async () => {
    await enqueueActs(db, [set(ada, 'contact_made')]);
    await enqueueActs(db, [set(ada, 'completed', 'contact_made')]);
    expect((await readStatus(db)).waiting).toBe(1);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['completed']);
  });

  test('is the last of several at once, starting from what the first saw', async () => {
    await enqueueActs(db, [set(ada, 'contact_made'), set(ada, 'completed', 'contact_made')]);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['completed']);
    expect(await readConflicts(db)).toEqual([]);
  });

  test('sends nothing if it leads back to what was there before', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    await enqueueActs(db, [set(ada, 'submitted', 'completed')]);
    expect(await db.outbox.count()).toBe(0);
  });

  test('follows one that was tried, and does not conflict with it', async () => {
    await enqueueActs(db, [set(ada, 'contact_made')]);
    server.script(ACTS, ackKill);
    await drain(db, clock.deps);
    await enqueueActs(db, [set(ada, 'completed', 'contact_made')]);
    expect((await readWaitingActs(db)).get(ada.id)).toMatchObject({ status: 'completed' });
    clock.advance(10 * 60_000);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['contact_made', 'completed']);
    expect(await readConflicts(db)).toEqual([]);
    expect(await db.outbox.count()).toBe(0);
  });

  test('follows one that did not arrive, even a deletion', async () => {
    await enqueueActs(db, [set(ada, 'contact_made')]);
    await tryInVain();
    await enqueueActs(db, [{ ...remove(ada), expected: 'contact_made' }]);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['contact_made', null]);
  });

  test('meets a change made in between as a conflict of its own', async () => {
    await enqueueActs(db, [set(ada, 'contact_made')]);
    server.script(ACTS, ackKill);
    await drain(db, clock.deps);
    await enqueueActs(db, [set(ada, 'completed', 'contact_made')]);
    desk.change('another admin', ada.id, 'in_progress');
    clock.advance(10 * 60_000);
    await drain(db, clock.deps);
    expect(await readConflicts(db)).toMatchObject([
      { act: { status: 'completed' }, referral: { status: 'in_progress' } },
    ]);
    expect(desk.rows.get(ada.id)?.status).toBe('in_progress');
  });
});

test('the same wish once more is not sent again (rule 25)', async () => {
  await enqueueActs(db, [set(ada, 'completed')]);
  server.script(ACTS, ackKill);
  await drain(db, clock.deps);
  await enqueueActs(db, [set(ada, 'completed')]);
  clock.advance(10 * 60_000);
  await drain(db, clock.deps);
  expect(sentActs()).toHaveLength(2);
  expect(await readConflicts(db)).toEqual([]);
});

test('as many acts as go at once are one entry, and nothing beside them is unreadable (rule 25)', async () => {
  const many = Array.from({ length: ACTS_BATCH_ROWS }, () => anAdminReferral());
  await stock(many);
  await enqueueActs(
    db,
    many.map((row) => set(row, 'completed')),
  );
  expect(await db.outbox.count()).toBe(1);
});

test('an act that met another status waits for its person, counts as unsent and is not told as refused (rules 19 and 27)', async () => {
  await enqueueActs(db, [set(ada, 'completed')]);
  desk.change('another admin', ada.id, 'in_progress');
  await drain(db, clock.deps);
  expect(await countUnsent(db)).toBe(1);
  expect((await db.log.toArray()).map(({ event }) => event)).toEqual([]);
});

test('nothing goes beside acts, so a call or a referral saved after them does not overtake them (rule 13)', async () => {
  await enqueueActs(db, [set(ada, 'in_progress')]);
  await enqueueActs(db, [aCall(ada.id)]);
  await enqueue(db, [aNewReferral()]);
  server.script(
    ACTS,
    answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': '30' })),
  );
  await drain(db, clock.deps);
  expect(server.requests.map(({ path }) => path)).toEqual([ACTS]);
  clock.advance(30_000);
  await drain(db, clock.deps);
  expect(server.requests.map(({ path }) => path)).toEqual([ACTS, ACTS, ACTS, '/api/sync/push']);
  expect(statuses()).toEqual(['in_progress']);
});

describe('taking back', () => {
  test('an act comes back with undo although one on another referral waits', async () => {
    const bea = anAdminReferral({ name: 'Bea' });
    await stock([ada, bea]);
    await enqueueActs(db, [set(ada, 'completed')]);
    const [entry] = await readWaiting(db);
    const removed = await removeUnsent(db, entry!.rows[0]!.id);
    await enqueueActs(db, [set(bea, 'completed')]);
    expect(await restoreUnsent(db, removed!)).toBe(true);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['completed', 'completed']);
  });

  test('an act does not come back with undo if a later one on its referral waits with others', async () => {
    const bea = anAdminReferral({ name: 'Bea' });
    await stock([ada, bea]);
    await enqueueActs(db, [set(ada, 'completed')]);
    const [entry] = await readWaiting(db);
    const removed = await removeUnsent(db, entry!.rows[0]!.id);
    await enqueueActs(db, [set(bea, 'completed'), set(ada, 'contact_made')]);
    expect(await restoreUnsent(db, removed!)).toBe(false);
  });

  test('a waiting act can be taken back by its referral, or in the list of what waits', async () => {
    await enqueueActs(db, [set(ada, 'completed')]);
    expect(await takeBackAct(db, ada.id)).toBe(true);
    expect(await takeBackAct(db, ada.id)).toBe(false);
    await enqueueActs(db, [set(ada, 'completed')]);
    const [entry] = await readWaiting(db);
    const removed = await removeUnsent(db, entry!.rows[0]!.id);
    expect(await readWaitingActs(db)).toEqual(new Map());
    await restoreUnsent(db, removed!);
    await drain(db, clock.deps);
    expect(statuses()).toEqual(['completed']);
  });
});
