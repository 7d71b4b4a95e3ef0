import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const ledgerOf = async ({ client }: TestPerson) =>
  (await client.call(routes.rewardHistory)).body.map(({ description }) => description);
const refer = async ({ client }: TestPerson, name: string) =>
  (
    await client.call(routes.addReferral, {
      body: { name, email: `${randomUUID()}@friends.example` },
    })
  ).body.id;
const setStatus = (id: string, status: string) =>
  admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });

test('a deleted referral is named neither in the ledger nor in the audit log, and others still are', async () => {
  const owner = await makeCustomer(server);
  // A name that is itself part of the sentence, and one that spans two lines.
  const [gone, kept] = [await refer(owner, 'Two Lines'), await refer(owner, 'Kept Friend')];
  // As names could look before invisible characters were refused.
  const rename = 'update referrals set name = ? where id = ?';
  await server.sql(rename, ['Re\nward for', gone]);
  for (const id of [gone, kept]) await setStatus(id, 'completed');
  expect((await ledgerOf(owner)).join('|')).toContain('Re\nward for');
  await admin.client.call(routes.deleteReferral, { params: { id: gone } });
  expect(await ledgerOf(owner)).toEqual([
    'Taken back: a removed referral is no longer completed',
    'Reward for Kept Friend (successful referral 2)',
    'Reward for a removed referral (successful referral 1)',
  ]);
  const log = JSON.stringify((await admin.client.call(routes.auditLogs)).body);
  expect(log).toContain(gone);
  expect(log).not.toContain('ward for');
});

test('a line without a rung loses its name, too, and still says whether it pays', async () => {
  const owner = await makeCustomer(server);
  const id = await refer(owner, 'Gone Friend');
  const insert = `insert into reward_history (id, user_id, referral_id, amount, amount_cents, description)
    values (gen_random_uuid(), ?, ?, ?, ?, 'Gone Friend')`;
  await server.sql(insert, [owner.user.id, id, '$5', 500]);
  await server.sql(insert, [owner.user.id, id, '-$5', -500]);
  await admin.client.call(routes.deleteReferral, { params: { id } });
  expect((await ledgerOf(owner)).toSorted()).toEqual([
    'Reward for a removed referral',
    'Taken back: a removed referral is no longer completed',
  ]);
});

test('a batch of deletions leaves no name behind either', async () => {
  const owner = await makeCustomer(server);
  const ids = [await refer(owner, 'First Gone'), await refer(owner, 'Second Gone')];
  for (const id of ids) await setStatus(id, 'completed');
  const acts = ids.map((id) => ({ act: 'delete', id, expected: 'completed' }));
  await admin.client.call(routes.actOnReferrals, { body: { acts } });
  expect((await ledgerOf(owner)).filter((text) => text.includes('Gone'))).toEqual([]);
});
