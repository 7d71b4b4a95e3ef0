import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { readJosePart } from '@sunloop/shared-types/referrals/jose-part.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { openUserDb, type UserDb } from '../../data/user-db.ts';
import { aNewReferral, aUser } from '../../test/builders.ts';
import { ackKill, answerWith, refusal } from '../../test/fake-answers.ts';
import { FakeCourier, COURIER_PATH } from '../../test/fake-courier.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { pruneLog } from '../outbox/log-lines.ts';
import { readWaiting } from '../outbox/read-waiting.ts';
import { exportWaiting } from '../outbox/unsent-file.ts';
import { drain } from '../send/drain.ts';
import { readStatus } from '../send/status.ts';
import { syncNow } from '../send/sync-once.ts';
import { signIn } from '../session/session.ts';
import { carry, lookAt, readCarried, readUncarried } from './carry.ts';
import {
  CannotSeal,
  countToHandOver,
  handOver,
  noteHandedOver,
  NoSealingKey,
} from './hand-over.ts';
import { waitingRows } from '../../test/waiting-rows.ts';

/** What a browser calls an algorithm it does not know. */
const UNKNOWN = 'NotSupportedError';

let server: FakeServer;
let office: FakeCourier;
let owner: CurrentUser;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];

beforeEach(async () => {
  ({ server, clock, user: owner, db } = await aSignedInDevice());
  office = new FakeCourier(server);
  await signInAs({ ...owner, handover: office.credentialOf(owner) });
  await enqueue(db, [aNewReferral({ name: 'Ada Lovelace' }), aNewReferral({ name: 'Bea Arthur' })]);
});

/** Whoever uses the device from here on; returns their database. */
async function signInAs(user: CurrentUser): Promise<UserDb> {
  server.user = user;
  await signIn(user, clock.deps);
  return openUserDb(user.id);
}

const aCourier = () => signInAs(aUser());
const storedNames = () => [...server.rows.values()].map(({ name, userId }) => [name, userId]);
const waitingOf = async (each: UserDb) => (await readStatus(each)).waiting;

test('what is handed over waits on, is stored for its owner by a courier, and once (rule 41)', async () => {
  const handed = await handOver(db);
  await noteHandedOver(db, handed);
  expect(handed.count).toBe(2);
  expect(await readWaiting(db)).toMatchObject([{ handedAt: expect.any(Number) }]);
  for (const courier of [await aCourier(), await aCourier()]) {
    await signInAs(aUser({ id: courier.userId }));
    const id = await carry(courier, handed.text, 2);
    expect(await readCarried(courier, id)).toEqual({ kind: 'waiting' });
    await drain(courier, clock.deps);
    expect(await readCarried(courier, id)).toEqual({ kind: 'delivered' });
    expect(await waitingOf(courier)).toBe(0);
  }
  const all = [
    ['Ada Lovelace', owner.id],
    ['Bea Arthur', owner.id],
  ];
  expect(storedNames()).toEqual(all);
  await signInAs(owner);
  await drain(db, clock.deps);
  expect(storedNames()).toEqual(all);
  expect([await waitingOf(db), await db.rejected.count()]).toEqual([0, 0]);
});

test('nothing of what is sealed can be read in the courier’s outbox, file or log (rule 41)', async () => {
  const rows = await waitingRows(db);
  const people = rows.flatMap(({ name, email }) => [name, email]);
  expect(people).toHaveLength(4);
  const handed = await handOver(db);
  const courier = await aCourier();
  await carry(courier, handed.text, 2);
  const held = JSON.stringify([await courier.outbox.toArray(), await exportWaiting(courier)]);
  // Whole: what is sealed may hold any three letters.
  for (const words of people) expect(held).not.toContain(words);
  expect(held).toContain('A colleague’s 2 referrals, sealed');
});

test('the same file is carried once, also when the answer to it was lost (rule 41)', async () => {
  const handed = await handOver(db);
  const courier = await aCourier();
  await carry(courier, handed.text, 2);
  await carry(courier, handed.text, 2);
  expect(await waitingOf(courier)).toBe(1);
  server.script(COURIER_PATH, ackKill);
  await drain(courier, clock.deps);
  expect(await waitingOf(courier)).toBe(1);
  await syncNow(courier, clock.deps);
  expect(await waitingOf(courier)).toBe(0);
  expect(storedNames()).toHaveLength(2);
});

test('a file that left the device longer ago than the log reaches is not said to wait (rule 41)', async () => {
  const { text } = await handOver(db);
  const courier = await aCourier();
  const id = await carry(courier, text, 2);
  await drain(courier, clock.deps);
  await pruneLog(courier, Date.now() + 31 * DAY_MS);
  expect(await readCarried(courier, id)).toEqual({ kind: 'forgotten' });
});

test('an altered file is refused in the log, and is no referral to be mended (rule 41)', async () => {
  const { text } = await handOver(db);
  const [head = '', ...rest] = text.split('.');
  const header = { ...(readJosePart(head) as object), rows: 3 };
  const altered = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  expect(lookAt(altered)).toBe(3);
  const courier = await aCourier();
  const id = await carry(courier, altered, 3);
  await drain(courier, clock.deps);
  expect(await readCarried(courier, id)).toEqual({ kind: 'refused', why: 'tampered' });
  expect(await readUncarried(courier)).toMatchObject([{ why: 'tampered' }]);
  expect([await waitingOf(courier), await courier.rejected.count()]).toEqual([0, 0]);
  expect(storedNames()).toEqual([]);
});

test.each(['inactive', 'erased', 'ended', 'unknown_owner'])(
  'a file refused as %s tells its courier so',
  async (why) => {
    const { text } = await handOver(db);
    office.refusal = why;
    const courier = await aCourier();
    const id = await carry(courier, text, 2);
    await drain(courier, clock.deps);
    expect(await readCarried(courier, id)).toEqual({ kind: 'refused', why });
  },
);

test('a server that knows no such call leaves the file waiting', async () => {
  const { text } = await handOver(db);
  const courier = await aCourier();
  const id = await carry(courier, text, 2);
  server.script(
    COURIER_PATH,
    answerWith(() => new Response('<p>not found</p>', { status: 404 })),
  );
  await drain(courier, clock.deps);
  expect(await readCarried(courier, id)).toEqual({ kind: 'waiting' });
});

test('a file the server calls too large is refused, too, and is no referral to be mended (rule 41)', async () => {
  const { text } = await handOver(db);
  const courier = await aCourier();
  const id = await carry(courier, text, 2);
  server.script(
    COURIER_PATH,
    answerWith(() => refusal(413, 'too_large')),
  );
  await drain(courier, clock.deps);
  expect(await readCarried(courier, id)).toEqual({ kind: 'refused', why: 'too_large' });
  expect([await waitingOf(courier), await courier.rejected.count()]).toEqual([0, 0]);
});

test('a device without a key of the server cannot hand over', async () => {
  await signInAs({ ...owner, handover: undefined });
  await expect(handOver(db)).rejects.toThrow(NoSealingKey);
});

test('nothing is sealed for somebody whose device another person uses by now (rules 6, 41)', async () => {
  const other = aUser();
  await signInAs({ ...other, handover: office.credentialOf(other) });
  await expect(handOver(db)).rejects.toThrow(NoSealingKey);
  await signInAs({ ...owner, handover: office.credentialOf(owner) });
  expect((await handOver(db)).count).toBe(2);
});

test('what was never handed over goes first, as much as fits', async () => {
  await noteHandedOver(db, await handOver(db));
  for (let at = 0; at < 2; at += 1) {
    await enqueue(
      db,
      Array.from({ length: 500 }, () => aNewReferral()),
    );
  }
  expect(await countToHandOver(db)).toBe(1002);
  const { count, keys } = await handOver(db);
  const [first] = await db.outbox.toCollection().primaryKeys();
  expect(count).toBe(1000);
  expect(keys).not.toContain(first);
});

test('what is no sealed file is not carried', async () => {
  const { text } = await handOver(db);
  const [head = '', ...rest] = text.split('.');
  const withHeader = (changed: object) => {
    const header = JSON.stringify({ ...(readJosePart(head) as object), ...changed });
    return [Buffer.from(header).toString('base64url'), ...rest].join('.');
  };
  expect(lookAt(text)).toBe(2);
  const none = [text.slice(0, 40), text.slice(0, text.lastIndexOf('.')), `${text}.x`, `${text} x`];
  for (const each of [...none, withHeader({ rows: 0 }), withHeader({ typ: 'JWT' })]) {
    expect(lookAt(each), each).toBe('tampered');
  }
  expect(lookAt(`${text}${'A'.repeat(1_500_000)}`)).toBe('too_large');
});

test('a file that a build before 0.1.0 sealed is carried, too', () => {
  expect(lookAt('sunloop-handover-1.1a92f238.12.zo060cy2M.eTukmmAd5ly0j4SH')).toBe(12);
  expect(lookAt('sunloop-handover-1.1a92f238.0.zo060cy2M.eTukmmAd5ly0j4SH')).toBe('tampered');
  expect(lookAt('sunloop-handover-1.1a92f238.12.zo060cy2M')).toBe('tampered');
});

// Chrome before 133, Firefox before 130, Safari before 17, and every page outside https.
test.each([
  ['X25519', { subtle: { importKey: () => Promise.reject(new DOMException('', UNKNOWN)) } }],
  ['cryptography', {}],
])(
  'a browser without %s says that it cannot seal, and everything goes on waiting',
  async (_, has) => {
    vi.stubGlobal('crypto', has);
    await expect(handOver(db)).rejects.toThrow(CannotSeal);
    vi.unstubAllGlobals();
    expect(await waitingOf(db)).toBe(2);
    expect((await handOver(db)).count).toBe(2);
  },
);
