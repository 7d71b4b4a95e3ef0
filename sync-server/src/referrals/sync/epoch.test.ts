import { checksumOf, type ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { decodeCursor, encodeCursor } from '../../db/query/cursor.ts';

/** A database of its own for each test, because a run of it is everybody's. */
let server: TestServer;
let person: TestPerson;
beforeEach(async () => {
  server = await startTestServer();
  person = await makeCustomer(server);
});
afterEach(() => server.close());

async function pull(since: string, known?: string): Promise<ReferralDelta> {
  const query = known === undefined ? { since } : { since, known };
  return (await person.client.call(routes.pullReferrals, { query })).body;
}

async function push(id = uuidv7()) {
  const row = { id, name: 'Ann Lee', email: `${id}@example.com` };
  const body = { referrals: [row], brief: true };
  return (await person.client.call(routes.pushReferrals, { body })).body;
}

/** Deletes a row as a server forgets it that was put back, without a trace. */
async function lose(id: string): Promise<void> {
  await server.sql('delete from referrals where id = ?', [id]);
  await server.sql('delete from referral_tombstones where id = ?', [id]);
}

/** A cursor as another run of the database would have made it. */
function ofAnotherRun(cursor: string): string {
  const decoded = decodeCursor(cursor);
  if (!decoded) throw new Error('our own cursor is unreadable');
  return encodeCursor({ ...decoded, epoch: '0123456789ab' });
}

test.each([
  ['another run of the database', ofAnotherRun],
  ['another build', () => 'My4wLjA'],
  [
    'a time that this database has not come to, because it was put back',
    (cursor: string) => {
      const decoded = decodeCursor(cursor);
      return encodeCursor({ ...decoded!, xmin: String(BigInt(decoded!.xmin) + 1_000_000n) });
    },
  ],
])('a cursor of %s gives everything, and names what was deleted', async (_, change) => {
  const [kept, deleted, lost] = [uuidv7(), uuidv7(), uuidv7()];
  for (const id of [kept, deleted, lost]) await push(id);
  const { cursor } = await pull('');
  await server.sql('delete from referrals where id = ?', [deleted]);
  await lose(lost);
  const answer = await pull(change(cursor));
  expect(answer).toMatchObject({ full: true, upserts: [{ id: kept }], deletes: [deleted] });
});

test('the name of a run is another one after another start, and on another timeline or copy', async () => {
  const name = async () => (await person.client.call(routes.currentUser)).body.epoch;
  const here = await name();
  expect(await name()).toBe(here);
  await server.sql(`create or replace function run_here() returns text language sql stable as
    $$ select '00000002/' || pg_postmaster_start_time() $$`);
  const promoted = await name();
  await server.sql(`create or replace function history_here() returns text language sql stable as
    $$ select 'a copy' $$`);
  expect(new Set([here, promoted, await name()]).size).toBe(3);
});

test('each answer says how many rows there are and which, so that a device notices what it has too many', async () => {
  const [one, two] = [uuidv7(), uuidv7()];
  expect((await pull('')).checksum).toBe(checksumOf([]));
  await push(one);
  await push(two);
  const { cursor, checksum } = await pull('');
  expect(checksum).toBe(checksumOf([one, two]));
  await lose(two);
  expect(await pull(cursor)).toMatchObject({
    full: false,
    deletes: [],
    checksum: checksumOf([one]),
  });
});

test('another person’s rows and deleted ids are in nobody else’s answer', async () => {
  const other = await makeCustomer(server);
  const id = uuidv7();
  const body = { referrals: [{ id, name: 'Bo Lee', email: `${id}@example.com` }] };
  await other.client.call(routes.pushReferrals, { body });
  await server.sql('delete from referrals where id = ?', [id]);
  expect(await pull('')).toMatchObject({ upserts: [], deletes: [], checksum: checksumOf([]) });
});

test('a push number is of no use in another run, where it may be that of another push', async () => {
  const { cursor } = await pull('');
  const { receipt = '' } = await push();
  expect((await pull(cursor, receipt)).upserts).toEqual([]);
  expect((await pull(ofAnotherRun(cursor), receipt)).upserts).toHaveLength(1);
});

test('a build from before takes any row that a whole list lacks for lost', async () => {
  const answer = await person.client.fetch(`${routes.pullReferrals.path}?since=`);
  expect(await answer.json()).toMatchObject({
    gaps: [{ from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' }],
  });
});
