import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFull } from '../../data/storage/errors.ts';
import { patchSyncState } from '../../data/sync-state.ts';
import { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral, aUser } from '../../test/builders.ts';
import {
  ackKill,
  answerWith,
  cutBefore,
  hang,
  jsonAnswer,
  refusal,
} from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import type { Step } from '../../test/fake-step.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { enqueueUpload, readUpload } from './bulk-upload.ts';
import { sendWatched, stopWatching } from '../send/watch-upload.ts';
import { drain } from '../send/drain.ts';
import { type PickedEntry, pickEntry } from '../send/pick-entry.ts';
import { editUnsent } from './change-row.ts';
import { enqueue } from './enqueue.ts';
import { readNextWake } from '../send/next-wake.ts';
import { refreshStale } from '../read/refresh.ts';
import { signIn, signOut } from '../session/session.ts';
import { readStatus } from '../send/status.ts';
import { uploadRowId } from './upload-row-id.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const ONE = '/api/referrals';
const MANY = '/api/sync/push';
let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ user, server, db, clock } = await aSignedInDevice());
});

const people = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    aNewReferral({ name: `Person ${at}`, email: `person${at}@example.com` }),
  );
const upload = (rows = people(3)) => enqueueUpload(db, { fileName: 'friends.csv', rows });
const send = () => sendWatched(db, clock.deps);
const posts = () => server.sentTo(ONE).filter(({ method }) => method === 'POST');
const howIs = (uploadId: string) => readUpload(db, uploadId);
const leaveItToTheQueue = async () => {
  clock.advance(60_000);
  await patchSyncState(db, { nextAt: 0, reach: 'ok' });
  await drain(db, clock.deps);
};

describe('enqueueUpload', () => {
  test('saves all rows in batches before the first is sent (rule 22)', async () => {
    const { uploadId, queued } = await upload(people(1200));
    expect(queued).toBe(1200);
    const sizes = (await db.outbox.toArray()).map(({ rows }) => rows.length);
    expect(sizes).toEqual([50, 500, 500, 150]);
    expect(await howIs(uploadId)).toMatchObject({ total: 1200, waiting: 1200 });
  });

  test('saves no row of a file if not all of it can be stored (rules 1 and 22)', async () => {
    const mend = failStorage({ error: 'QuotaExceededError', stores: ['sync'] });
    await expect(upload()).rejects.toBeInstanceOf(StorageFull);
    mend();
    expect(await db.outbox.count()).toBe(0);
    expect(await db.uploads.count()).toBe(0);
  });

  test('sends in batches what was handed over without a connection (rule 22)', async () => {
    await patchSyncState(db, { reach: 'offline' });
    const { uploadId } = await upload();
    await send();
    expect(server.requests).toEqual([]);
    await leaveItToTheQueue();
    expect(server.sentTo(MANY)).toHaveLength(1);
    expect(await howIs(uploadId)).toMatchObject({ sent: 3, waiting: 0 });
  });

  test('counts people typed before with the same content as already there, watched or not (rule 5)', async () => {
    const rows = people(3);
    for (const row of rows.slice(0, 2)) {
      const typed = aReferral({ ...referralContent(row), userId: user.id });
      server.rows.set(typed.id, typed);
    }
    const { uploadId } = await upload(rows);
    await send();
    expect(await howIs(uploadId)).toMatchObject({ sent: 1, alreadyThere: 2, refused: [] });
  });

  test('queues nothing of the same file again, waiting, sent or on the server (rule 5)', async () => {
    await upload();
    expect(await upload()).toMatchObject({ queued: 0, alreadyThere: 3 });
    await leaveItToTheQueue();
    const again = await upload([...people(3), aNewReferral({ name: 'Somebody new' })]);
    expect(again).toMatchObject({ queued: 1, alreadyThere: 3 });
    expect(await howIs(again.uploadId)).toMatchObject({ total: 4, alreadyThere: 3, waiting: 1 });
  });

  test('counts somebody who is in the file twice once', async () => {
    const [person] = people(1);
    const row = person ?? aNewReferral();
    const again = { ...row, name: ` ${row.name.toUpperCase()} ` };
    expect(await upload([row, again])).toMatchObject({ queued: 1, alreadyThere: 1 });
  });

  test('tries a row again that was refused before', async () => {
    const row = aNewReferral({ name: 'X' });
    const first = await upload([row]);
    await send();
    expect(await howIs(first.uploadId)).toMatchObject({ refused: [{ code: 'invalid' }] });
    const [rejected] = await db.rejected.toArray();
    const second = await upload([{ ...row, id: rejected?.id ?? '' }]);
    expect(second.queued).toBe(1);
    expect(await db.rejected.count()).toBe(0);
  });

  test('leaves a refused row alone that the person has changed since', async () => {
    const row = aNewReferral({ name: 'X' });
    await upload([row]);
    await send();
    const [rejected] = await db.rejected.toArray();
    const id = rejected?.id ?? '';
    const second = await upload([{ ...row, name: 'Y', id }]);
    expect(second).toMatchObject({ queued: 0, alreadyThere: 1 });
    expect(await db.rejected.get(id)).toMatchObject({ row: { name: 'X' } });
  });
});

describe('an upload that somebody watches', () => {
  test('sends one call a row, in order, 100 ms apart (SPEC §7)', async () => {
    const { uploadId } = await upload(people(50));
    await send();
    const sent = posts().map(({ body }) => (body as { name: string }).name);
    expect(sent).toEqual(people(50).map(({ name }) => name));
    expect(clock.waits).toEqual(Array.from({ length: 50 }, () => 100));
    expect(server.sentTo(MANY)).toEqual([]);
    expect(await howIs(uploadId)).toMatchObject({ sent: 50, waiting: 0 });
  });

  test('sends what follows the first fifty in batches, with the same progress', async () => {
    const { uploadId } = await upload(people(620));
    await send();
    expect(posts()).toHaveLength(50);
    const batches = server.sentTo(MANY).map(({ body }) => body as { referrals: Referral[] });
    const sizes = new Map(batches.map(({ referrals }) => [referrals[0]?.name, referrals.length]));
    expect(sizes).toEqual(
      new Map([
        ['Person 50', 500],
        ['Person 550', 70],
      ]),
    );
    expect(await howIs(uploadId)).toMatchObject({ sent: 620, waiting: 0 });
  });

  test('sends nothing beside a row that goes alone (rule 22)', async () => {
    await upload(people(60));
    await send();
    const sent = server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(sent).toEqual([...Array.from({ length: 50 }, () => ONE), MANY]);
    expect(server.rows.size).toBe(60);
  });

  test('what a closed tab left is sent by any other (rule 22)', async () => {
    const { uploadId } = await upload(people(60));
    const otherTab = new UserDb(user.id);
    await drain(otherTab, clock.deps);
    expect(await howIs(uploadId)).toMatchObject({ sent: 60, waiting: 0 });
    expect(server.rows.size).toBe(60);
  });

  test('continues past a refused row, and keeps it with its reason (rule 9)', async () => {
    const [ada, cid] = people(2);
    const bad = aNewReferral({ name: 'X' });
    const { uploadId } = await upload([ada ?? bad, bad, cid ?? bad]);
    await send();
    const refused = [{ code: 'invalid', row: { name: 'X' } }];
    expect(await howIs(uploadId)).toMatchObject({ sent: 2, waiting: 0, refused });
  });

  test('stops when the connection fails, and sends the rest in a batch later (rule 22)', async () => {
    const { uploadId } = await upload();
    server.intercept = () => (posts().length > 1 ? cutBefore : undefined);
    await send();
    expect(posts()).toHaveLength(2);
    expect(await howIs(uploadId)).toMatchObject({ sent: 1, waiting: 2 });
    server.intercept = () => undefined;
    await leaveItToTheQueue();
    expect(server.sentTo(MANY)).toHaveLength(1);
    expect(await howIs(uploadId)).toMatchObject({ sent: 3, waiting: 0 });
    expect(server.rows.size).toBe(3);
  });

  test('lets nobody wait for the rest after a row that hangs (rule 22)', async () => {
    const { uploadId } = await upload(people(8));
    const answers = Promise.withResolvers<void>();
    const answerLater: Step = async (_, serve) => {
      await answers.promise;
      return serve();
    };
    server.intercept = ({ path }) => {
      if (path === MANY) return answerLater;
      return path === ONE && posts().length > 2 ? hang : undefined;
    };
    await send();
    expect(await howIs(uploadId)).toMatchObject({ sent: 2, waiting: 6 });
    answers.resolve();
    await vi.waitFor(async () =>
      expect(await howIs(uploadId)).toMatchObject({ sent: 7, waiting: 1 }),
    );
  });

  test('sends the rest in batches as soon as the person closes the dialog (rule 22)', async () => {
    const { uploadId } = await upload(people(100));
    server.intercept = ({ method }) =>
      method === 'POST' && posts().length === 5
        ? async (_, serve) => {
            await stopWatching(db);
            return serve();
          }
        : undefined;
    await send();
    await vi.waitFor(async () =>
      expect(await howIs(uploadId)).toMatchObject({ sent: 100, waiting: 0 }),
    );
    expect(posts()).toHaveLength(5);
    expect(server.sentTo(MANY)).toHaveLength(2);
  });

  test('is watched for whoever was looking for something to send while it was saved', async () => {
    const saving = { isOver: false };
    const saved = upload().finally(() => (saving.isOver = true));
    const found: PickedEntry[] = [];
    while (!saving.isOver) found.push(await pickEntry(db, clock.deps));
    await saved;
    found.push(await pickEntry(db, clock.deps));
    const seen = found.filter(({ entry }) => entry);
    expect(seen).not.toEqual([]);
    expect(seen.filter(({ isWatched }) => !isWatched)).toEqual([]);
  });

  test('counts a row whose answer was lost as sent (rule 5)', async () => {
    const { uploadId } = await upload();
    server.script(ONE, ackKill);
    await send();
    await leaveItToTheQueue();
    expect(await howIs(uploadId)).toMatchObject({ sent: 3, alreadyThere: 0 });
    expect(server.rows.size).toBe(3);
  });

  test('tells rows that another device had sent from new ones', async () => {
    vi.setSystemTime('2026-03-01T00:00:00Z');
    await upload();
    await send();
    await signOut({ unsent: 'discard' });
    await signIn(user);
    vi.setSystemTime('2026-03-02T00:00:00Z');
    server.user = user;
    const { uploadId } = await upload([...people(3), aNewReferral()]);
    await send();
    vi.useRealTimers();
    expect(await howIs(uploadId)).toMatchObject({ sent: 1, alreadyThere: 3 });
  });

  test('is not interrupted by reads between its rows; what it touched is fetched afterwards', async () => {
    await refreshStale(db, clock.deps);
    await upload();
    let midway: unknown;
    server.script(ONE, async (_, serve) => {
      midway = await readNextWake(db, clock.deps.now());
      return serve();
    });
    await send();
    expect(midway).toMatchObject({ wantsRefresh: false });
    expect(await readNextWake(db, clock.deps.now())).toMatchObject({
      sendAt: null,
      wantsRefresh: true,
    });
  });

  test.each([
    ['another row', { id: aUser().id }],
    ['a row stored for another user', { userId: aUser().id }],
  ])('takes no answer about %s for its own (rules 3 and 6)', async (_, other) => {
    const { uploadId } = await upload(people(1));
    server.script(ONE, ({ body }) =>
      jsonAnswer(aReferral({ ...(body as Referral), userId: user.id, ...other })),
    );
    await send();
    expect(await howIs(uploadId)).toMatchObject({ sent: 0, waiting: 1 });
    expect(await db.referrals.count()).toBe(0);
  });

  test('does not continue before Retry-After is over (rule 8)', async () => {
    await upload();
    server.script(
      ONE,
      answerWith(() => refusal(429, 'rate_limited', { 'Retry-After': '30' })),
    );
    await send();
    await drain(db, clock.deps);
    expect(posts()).toHaveLength(1);
    clock.advance(30_000);
    await drain(db, clock.deps);
    expect(server.rows.size).toBe(3);
  });

  test('sends nothing while the session is in doubt (rule 7)', async () => {
    const { uploadId } = await upload();
    server.user = aUser();
    await send();
    expect(posts()).toHaveLength(1);
    await send();
    expect(posts()).toHaveLength(1);
    expect(await howIs(uploadId)).toMatchObject({ waiting: 3 });
  });
});

test('a row corrected later still counts with its upload', async () => {
  const { uploadId } = await upload([aNewReferral({ name: 'X' })]);
  await send();
  const [rejected] = await db.rejected.toArray();
  await editUnsent(db, rejected!.row!, aNewReferral({ name: 'Xenia' }));
  expect(await howIs(uploadId)).toMatchObject({ waiting: 1, refused: [] });
  await leaveItToTheQueue();
  expect(await howIs(uploadId)).toMatchObject({ sent: 1, waiting: 0 });
});

test('a refused row of a file stays as it was sent, under the id the file gives it (rules 9 and 22)', async () => {
  const row = aNewReferral({ name: 'X' });
  await upload([row]);
  await send();
  expect(posts()).toHaveLength(1);
  expect(server.sentTo(MANY)).toEqual([]);
  const [rejected] = await db.rejected.toArray();
  expect(rejected).toMatchObject({ id: uploadRowId(user.id, row), code: 'invalid' });
});

test('a row of a file that was changed after it had arrived unnoticed is not sent as somebody new (rule 20)', async () => {
  await patchSyncState(db, { reach: 'offline' });
  await upload([aNewReferral({ name: 'Ada' })]);
  server.script(MANY, ackKill);
  await leaveItToTheQueue();
  const [entry] = await db.outbox.toArray();
  await editUnsent(db, entry!.rows[0]!, aNewReferral({ name: 'Ada Lovelace' }));
  await leaveItToTheQueue();
  expect([...server.rows.values()].map(({ name }) => name)).toEqual(['Ada']);
  expect(await db.rejected.toArray()).toMatchObject([{ code: 'id_conflict' }]);
});

test('a row the server has just made counts as sent, whatever date it gave it (rule 22)', async () => {
  const { uploadId } = await upload(people(1));
  const date = '2020-01-01T00:00:00.000Z';
  server.script(ONE, ({ body }) =>
    jsonAnswer(aReferral({ ...(body as Referral), userId: user.id, date }), undefined, 201),
  );
  await send();
  expect(await howIs(uploadId)).toMatchObject({ sent: 1, alreadyThere: 0 });
});

test('other rows that wait or were refused do not matter to a file', async () => {
  await patchSyncState(db, { reach: 'offline' });
  await enqueue(db, [aNewReferral({ name: 'X' })]);
  await leaveItToTheQueue();
  expect(await db.rejected.count()).toBe(1);
  await enqueue(db, [aNewReferral()]);
  expect(await upload()).toMatchObject({ queued: 3, alreadyThere: 0 });
});

test('an upload this device does not know has no progress', async () => {
  expect(await howIs(aUser().id)).toBeUndefined();
});

test('counts waiting rows without reading them', async () => {
  const { uploadId } = await upload(people(2000));
  const stores = [IDBObjectStore.prototype, IDBIndex.prototype];
  const reads = stores.flatMap((store) => [
    vi.spyOn(store, 'getAll'),
    vi.spyOn(store, 'openCursor'),
  ]);
  expect(await howIs(uploadId)).toMatchObject({ waiting: 2000 });
  expect(await readStatus(db)).toMatchObject({ waiting: 2000 });
  expect(await readNextWake(db, clock.deps.now())).toMatchObject({ wantsRefresh: false });
  const asked = reads.flatMap(({ mock }) => mock.contexts as (IDBObjectStore | IDBIndex)[]);
  const names = asked.map((place) => ('objectStore' in place ? place.objectStore : place).name);
  expect(names).not.toContain('outbox');
});

test('a row’s id depends on user and person and on nothing else', () => {
  const row = { name: 'Zoë Ray', email: 'Zoe@Example.com', phone: '555', address: null };
  const id = uploadRowId(user.id, row);
  const same = { name: ' zoe\u0308  ray', email: 'zoe@example.com ', phone: '555', address: '' };
  expect(uploadRowId(user.id, same)).toBe(id);
  expect(uploadRowId(aUser().id, row)).not.toBe(id);
  expect(uploadRowId(user.id, { ...row, phone: '556' })).not.toBe(id);
});
