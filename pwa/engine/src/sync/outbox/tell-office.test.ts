import type { DeviceReport } from '@sunloop/shared-types/referrals/device-reports.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceDb } from '../../data/device-db.ts';
import { reportKey } from '../../data/report-key.ts';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import { readSyncState } from '../../data/sync-state.ts';
import { openUserDb, type UserDb } from '../../data/user-db.ts';
import { noteUnsent } from '../../data/unsent-count.ts';
import { aNewReferral } from '../../test/builders.ts';
import { cutBefore, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { forgetErased, signIn, signOut } from '../session/session.ts';
import { removeUnsent } from './change-row.ts';
import { enqueue } from './enqueue.ts';
import { readTold, tellDiscarded, tellOffice } from './tell-office.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PATH = '/api/device-report';

let device: Awaited<ReturnType<typeof aSignedInDevice>>;
let server: FakeServer;
let db: UserDb;
beforeEach(async () => {
  await deviceDb.device.clear();
  device = await aSignedInDevice();
  ({ server, db } = device);
});

const tell = () => tellOffice(db, device.clock.deps);
const later = (ms: number) => device.clock.advance(ms);
const told = () => server.sentTo(PATH).map(({ body }) => body as DeviceReport);
const last = () => told().at(-1);

describe('The office is told (rule 39)', () => {
  test('how much waits and its ids, and nothing of what was typed', async () => {
    await enqueue(db, [aNewReferral({ name: 'Ada Secret' }), aNewReferral()]);
    const ids = (await db.outbox.toArray()).flatMap(({ rows }) => rows.map(({ id }) => id));
    await tell();
    expect(last()).toMatchObject({ waiting: 2, refused: 0, isProtected: null });
    expect(last()?.rows.map(({ id }) => id)).toEqual(ids);
    expect(JSON.stringify(last())).not.toContain('Secret');
    expect(Object.keys(last() ?? {}).toSorted()).toEqual(
      ['storage', 'version', 'isProtected', 'waiting', 'refused', 'rows'].toSorted(),
    );
  });

  test('although the browser never says whether the storage is protected', async () => {
    vi.stubGlobal('navigator', { storage: { persisted: () => new Promise(() => undefined) } });
    await enqueue(db, [aNewReferral()]);
    await tell();
    expect(last()).toMatchObject({ waiting: 1, isProtected: null });
  });

  test('beside entries that nobody can read, whatever they are (rule 12)', async () => {
    await enqueue(db, [aNewReferral()]);
    for (const v of [OUTBOX_KINDS.own.v, OUTBOX_KINDS.acts.v, 99])
      await db.outbox.add({ v, savedAt: 1, attempts: 0 } as never);
    await tell();
    expect(last()).toMatchObject({ waiting: 1, rows: [{ id: expect.any(String) }] });
  });

  test('what needs a fix', async () => {
    const row = { id: crypto.randomUUID(), row: null, code: 'invalid', error: '', raw: '' };
    await db.rejected.add({ ...row, rejectedAt: 5, savedAt: 5 });
    await tell();
    expect(last()).toMatchObject({ waiting: 0, refused: 1, rows: [{ id: row.id }] });
  });

  test('five hundred ids at most, the oldest, and the count of all', async () => {
    const some = () => Array.from({ length: 310 }, () => aNewReferral());
    await enqueue(db, some());
    await enqueue(db, some());
    await tell();
    expect(last()?.rows).toHaveLength(500);
    expect(last()?.waiting).toBe(620);
  });

  test('at most once a minute, and only if it has changed or a day has passed', async () => {
    await tell();
    await enqueue(db, [aNewReferral()]);
    await tell();
    expect(told()).toHaveLength(1);
    later(MINUTE_MS);
    await tell();
    expect(told()).toHaveLength(2);
    later(DAY_MS - 1);
    await tell();
    expect(told()).toHaveLength(2);
    later(MINUTE_MS);
    await tell();
    expect(told()).toHaveLength(3);
  });

  test('again if it was not heard, and that is no news about the connection', async () => {
    server.script(PATH, cutBefore, () => refusal(404, 'not_found'));
    await tell();
    later(MINUTE_MS);
    await tell();
    expect(await readSyncState(db)).toMatchObject({ reach: 'ok', blocked: null });
    expect((await readTold(db))?.report).toBeUndefined();
    later(MINUTE_MS);
    await tell();
    expect(told()).toHaveLength(3);
    expect((await readTold(db))?.report).toEqual(last());
  });
});

describe('What is discarded at sign-out (rule 39)', () => {
  test('is told, if there was something', async () => {
    await tellDiscarded(db, device.clock.deps);
    expect(told()).toEqual([]);
    await enqueue(db, [aNewReferral()]);
    await tell();
    await tellDiscarded(db, device.clock.deps);
    expect(last()).toMatchObject({ storage: told()[0]?.storage, waiting: 0, rows: [] });
  });
});

test('what was told of an erased person is forgotten here (rule 35)', async () => {
  await tell();
  await forgetErased(db);
  expect(await readTold(db)).toBeUndefined();
});

describe('The storage (rule 39)', () => {
  test('keeps its name, whatever is sent, taken back or signed out', async () => {
    await enqueue(db, [aNewReferral()]);
    await tell();
    const { storage, rows = [] } = last() ?? {};
    await removeUnsent(db, rows[0]?.id ?? '');
    await signOut({ unsent: 'discard' });
    server.user = device.user;
    await signIn(device.user, device.clock.deps);
    later(MINUTE_MS);
    await tell();
    expect(last()).toMatchObject({ storage, rows: [] });
  });

  test('has another name once the browser cleared it', async () => {
    await tell();
    await deviceDb.table('device').delete(reportKey(db.userId));
    later(MINUTE_MS);
    await tell();
    expect(told()[1]?.storage).not.toBe(told()[0]?.storage);
  });

  test('has another name, once, when only the person’s database was cleared and rows were noted', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    await tell();
    noteUnsent(db.userId, 2);
    await db.delete({ disableAutoOpen: false });
    db = openUserDb(db.userId);
    later(MINUTE_MS);
    await tell();
    later(DAY_MS);
    await tell();
    const [first, second, third] = told();
    expect(second?.storage).not.toBe(first?.storage);
    expect(third?.storage).toBe(second?.storage);
  });
});
