import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, foreignHtml } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { enqueueUpload, readUpload } from './bulk-upload.ts';
import { editUnsent } from './change-row.ts';
import { drain } from '../send/drain.ts';
import { enqueue, type NewReferralInput } from './enqueue.ts';
import { readWaiting } from './read-waiting.ts';
import { inSavedOrder } from '../../data/saved-order.ts';
import { exportWaiting } from './unsent-file.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const PUSH = '/api/sync/push';
const user = aUser();
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice(user));
  await Promise.all(db.tables.flatMap((table) => (table.name === 'sync' ? [] : table.clear())));
});

const upload = (rows: NewReferralInput[]) => enqueueUpload(db, { fileName: 'friends.csv', rows });
/** People the server refuses, told apart by their email. */
const refusedPeople = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    aNewReferral({ name: 'X', email: `person${String(at).padStart(3, '0')}@example.com` }),
  );
const untilSent = async () => {
  for (let round = 0; round < 40 && (await db.outbox.count()) > 0; round += 1) {
    clock.advance(5 * 60_000);
    await drain(db, clock.deps);
  }
};
const emails = () => [...server.rows.values()].map(({ email }) => email).toSorted();

test('refused rows of a file keep its order through batches, halving and stepping behind (rule 9)', async () => {
  const rows = refusedPeople(620);
  const { uploadId } = await upload(rows);
  server.script(
    PUSH,
    answerWith(() => foreignHtml(403)),
    answerWith(() => foreignHtml(403)),
  );
  await untilSent();
  const refused = (await readUpload(db, uploadId))?.refused.map(({ row }) => row?.email);
  expect(refused).toEqual(rows.map(({ email }) => email));
  const saved = (await exportWaiting(db)).split('\r\n').slice(1, 4);
  expect(saved.map((line) => line.split(',')[1])).toEqual(
    rows.slice(0, 3).map(({ email }) => email),
  );
});

test('the same person in another spelling counts as already there, even on a device without the list (rule 22)', async () => {
  await upload([aNewReferral({ name: 'Ada Lovelace', email: 'ada@example.com' })]);
  await untilSent();
  await db.referrals.clear();
  const { uploadId } = await upload([
    aNewReferral({ name: ' ada  LOVELACE', email: 'Ada@Example.com' }),
  ]);
  await untilSent();
  expect(server.rows.size).toBe(1);
  expect(await readUpload(db, uploadId)).toMatchObject({ alreadyThere: 1, refused: [] });
});

test('a waiting row corrected into somebody else is not taken for the person in the file (rule 22)', async () => {
  const ada = aNewReferral({ name: 'Ada', email: 'ada@example.com' });
  await upload([ada]);
  const [entry] = await readWaiting(db);
  await editUnsent(db, entry!.rows[0]!, { name: 'Bea', email: 'bea@example.com' });
  const again = await upload([ada]);
  expect(again).toMatchObject({ queued: 1, alreadyThere: 0 });
  expect(await upload([ada])).toMatchObject({ queued: 0, alreadyThere: 1 });
  await untilSent();
  expect(emails()).toEqual(['ada@example.com', 'bea@example.com']);
  expect(await upload([ada])).toMatchObject({ queued: 0, alreadyThere: 1 });
});

test('the same holds on another device, which learns it from the server (rule 22)', async () => {
  const ada = aNewReferral({ name: 'Ada', email: 'ada@example.com' });
  await upload([ada]);
  const [entry] = await readWaiting(db);
  await editUnsent(db, entry!.rows[0]!, { name: 'Bea', email: 'bea@example.com' });
  await untilSent();
  await db.referrals.clear();
  await upload([ada]);
  await untilSent();
  expect(emails()).toEqual(['ada@example.com', 'bea@example.com']);
  expect(await db.rejected.count()).toBe(0);
  // Sending it under another id is no refusal.
  expect((await db.log.toArray()).map(({ event }) => event)).not.toContain('refused');
});

test('a row that stepped behind keeps its place before those that were refused first (rule 9)', async () => {
  const [first, second] = refusedPeople(2) as [NewReferralInput, NewReferralInput];
  await enqueue(db, [first]);
  await enqueue(db, [second]);
  server.script(PUSH, cutBefore);
  await drain(db, clock.deps);
  expect((await db.rejected.toArray()).map(({ row }) => row?.email)).toEqual([second.email]);
  await untilSent();
  const refused = inSavedOrder(await db.rejected.toArray());
  expect(refused.map(({ row }) => row?.email)).toEqual([first.email, second.email]);
});

test('rows of one entry that are refused in several answers keep its order (rule 9)', async () => {
  const rows = [aNewReferral(), ...refusedPeople(2), aNewReferral(), ...refusedPeople(1)];
  await enqueue(db, rows);
  const [entry] = await db.outbox.toArray();
  await db.outbox.put({ ...entry!, chunk: 1 });
  // The second one fails alone and steps behind.
  server.script(PUSH, (_, serve) => serve(), cutBefore);
  await untilSent();
  const places = (await db.rejected.toArray()).map(
    ({ order = 0 }) => order - entry!.key * 1_000_000,
  );
  expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 4]);
});
