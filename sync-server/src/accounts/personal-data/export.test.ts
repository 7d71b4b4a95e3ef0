import { PersonExport } from '@sunloop/shared-types/accounts/person-export.ts';
import { readReceipt } from '@sunloop/shared-types/referrals/receipts.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, dayAfter } from '../../test/calls.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { makeKnownPerson, type KnownPerson } from '../../test/known-person.ts';
import { exportPerson } from './export.ts';

let server: TestServer;
let person: KnownPerson;
let other: KnownPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await makeKnownPerson(server);
  other = await makeKnownPerson(server);
});
afterAll(() => server.close());

const read = async ({ client }: TestPerson) => (await client.call(routes.exportAccount)).body;

test('a person gets everything that is held about them', async () => {
  const all = await read(person);
  // The current user has further fields, which are about the device they ask from.
  expect(person.user).toMatchObject(all.user);
  expect(all.earlierEmails).toHaveLength(1);
  expect(all.sessions[0]).toMatchObject({ place: expect.any(String) });
  expect(all.leftOut).toEqual([]);
  const { client } = person;
  const known = (await client.call(routes.listReferrals)).body;
  expect(all.referrals).toEqual(
    known.map((referral) => ({
      ...referral,
      share: null,
      permissionAt: null,
      history: expect.any(Array),
      calls: expect.any(Array),
    })),
  );
  const paid = all.referrals.find(({ id }) => id === person.paidId);
  expect(paid?.history).toMatchObject([{ action: 'referral.status' }]);
  expect(all.deletedReferrals).toMatchObject([{ id: person.deletedId }]);
  const history = (await client.call(routes.rewardHistory)).body;
  expect(all.rewards.map(({ id }) => id)).toEqual(history.map(({ id }) => id));
  expect(all.rewards.every(({ paidAt }) => paidAt !== null)).toBe(true);
  expect(all.impact).toEqual((await client.call(routes.environmentalImpact)).body);
  const { earned } = (
    await client.call(routes.achievements, { params: { userId: person.user.id } })
  ).body;
  const earnedIds = all.achievements.filter(({ isEarned }) => isEarned === 'true');
  expect(earnedIds.map(({ id }) => id).toSorted()).toEqual(earned.map(({ id }) => id).toSorted());
  expect(all.sessions.length).toBeGreaterThan(0);
  expect(all.passkeys).toMatchObject([{ name: expect.stringMatching(/^key-/), lastUsedAt: null }]);
  expect(all.hasCodes).toBe(false);
  expect(all.signIns.map(({ success }) => success)).toEqual(['true', 'false']);
  expect(all.quotes).toMatchObject([{ message: expect.stringMatching(/^note-/) }]);
});

test('what they and others did to the account is included, and nothing else about others', async () => {
  const { events } = await read(person);
  const actions = (byThem: boolean) =>
    events.filter((line) => line.byThem === byThem).map(({ action }) => action);
  expect(actions(true)).toEqual(
    expect.arrayContaining(['session.login', 'user.change_profile', 'user.sign_up']),
  );
  expect(actions(false)).toEqual(['user.change']);
  const byOthers = events.find(({ byThem }) => !byThem);
  expect(byOthers).toMatchObject({ ipAddress: null, userAgent: null });
});

test('how they sign in besides their password is included', async () => {
  const { client, user } = await makeCustomer(server);
  const set = `update users set email_confirmed_at = '2026-01-02T03:04:05Z', pending_email = 'new@example.com',
    sso_issuer = 'https://login.example.com', sso_subject = 'hashed' where id = ?`;
  await server.sql(set, [user.id]);
  const { body } = await client.call(routes.exportAccount);
  expect(body.signIn).toEqual({
    emailConfirmedAt: '2026-01-02T03:04:05.000Z',
    pendingEmail: 'new@example.com',
    ssoIssuer: 'https://login.example.com',
  });
});

test('it contains no hash, no session key and nobody else’s data', async () => {
  const text = JSON.stringify(await read(person));
  const [stored] = await server.sql<{ password: string }>(
    'select password from users where id = ?',
    [person.user.id],
  );
  const keys = await server.sql<{ id: string }>('select id from sessions where user_id = ?', [
    person.user.id,
  ]);
  const secrets = [stored?.password ?? 'none', ...keys.map(({ id }) => id)];
  for (const secret of [...secrets, ...other.marks, other.user.id, person.admin.user.id]) {
    expect(text).not.toContain(secret);
  }
});

test('a quote request through their link is included as far as it is about them', async () => {
  const owner = await makeCustomer(server);
  const body = {
    referralCode: owner.user.referralCode,
    name: 'Vi Visitor',
    email: `${randomUUID()}@visitors.example`,
    phone: '1',
    message: 'a secret wish',
  };
  await server.client().call(routes.requestQuote, { body });
  const all = await read(owner);
  expect(all.linkRequests).toMatchObject([
    { status: 'converted', referralId: all.referrals[0]?.id },
  ]);
  expect(JSON.stringify(all)).not.toContain('a secret wish');
});

test('it comes as a file that no cache stores', async () => {
  const { headers } = await person.client.call(routes.exportAccount);
  expect(headers.get('content-disposition')).toBe('attachment; filename="sunloop-data.json"');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('etag')).toBeNull();
});

test('an admin gets the same for anybody, which the audit log records', async () => {
  const { client } = person.admin;
  const params = { id: person.user.id };
  const own = await read(person);
  const { body } = await client.call(routes.exportUser, { params });
  expect(body.referrals).toEqual(own.referrals);
  expect(body.events.map(({ action }) => action)).toContain('user.export');
  const lines = (await client.call(routes.auditLogs)).body;
  expect(lines[0]).toMatchObject({
    action: 'user.export',
    userId: person.admin.user.id,
    entityId: person.user.id,
  });
  const nobody = { params: { id: randomUUID() } };
  expect((await client.refuse(routes.exportUser, nobody)).status).toBe(404);
});

test('calls to their friends are included, and notes that are not shared only for an admin', async () => {
  const owner = await makeCustomer(server);
  const add = { body: { name: 'Called Friend', email: `${randomUUID()}@friends.example` } };
  const { id } = (await owner.client.call(routes.addReferral, add)).body;
  const acts = [
    aCall(id, 'no_answer', {
      note: 'for the office only',
      calledAt: '2026-11-02T10:00:00.000Z',
    }),
    aCall(id, 'call_back', { note: 'for both', isShared: true }),
  ];
  await person.admin.client.call(routes.actOnReferrals, { body: { acts } });
  const notesOf = ({ referrals }: PersonExport) => referrals[0]?.calls.map(({ note }) => note);
  const own = await read(owner);
  expect(notesOf(own)).toEqual(['', 'for both']);
  expect(own.referrals[0]?.calls).toMatchObject([
    { outcome: 'no_answer', callBackOn: null },
    { outcome: 'call_back', callBackOn: dayAfter(5) },
  ]);
  const params = { id: owner.user.id };
  const { body } = await person.admin.client.call(routes.exportUser, { params });
  expect(notesOf(body)).toEqual(['for the office only', 'for both']);
});

test('what an admin did to others is in the admin’s own file without its details', async () => {
  const admin = await makeAdmin(server);
  const { user } = await makeCustomer(server);
  const call = { params: { id: user.id }, body: { address: 'a secret street' } };
  await admin.client.call(routes.changeUser, call);
  const all = await read(admin);
  expect(all.events).toContainEqual(
    expect.objectContaining({ action: 'user.change', details: null }),
  );
  expect(JSON.stringify(all)).not.toContain('a secret street');
});

test('more than twenty exports an hour are refused', async () => {
  const { client } = await makeCustomer(server);
  for (let count = 0; count < 20; count += 1) await client.call(routes.exportAccount);
  expect((await client.refuse(routes.exportAccount)).status).toBe(429);
});

test('a list that is too long is named, and its newest rows are included', async () => {
  const em = server.database.orm.em.fork();
  const actor = { userId: person.user.id, role: 'customer', ipAddress: '', place: '' } as const;
  const input = { id: person.user.id, isDelivery: false, maxRows: 1 };
  const { text } = await exportPerson(em, { ...actor, userAgent: null }, input);
  const all = v.parse(PersonExport, JSON.parse(text));
  expect(all.leftOut).toEqual(expect.arrayContaining(['referrals', 'rewards', 'events']));
  expect(all.leftOut).not.toContain('quotes');
  expect(all.referrals.map(({ id }) => id)).toEqual([person.openId]);
});

test('the newest receipts are included, and those left out are named', async () => {
  const em = server.database.orm.em.fork();
  const actor = { userId: person.user.id, role: 'customer', ipAddress: '', place: '' } as const;
  const input = { id: person.user.id, isDelivery: true, maxRows: 1 };
  const { text } = await exportPerson(em, { ...actor, userAgent: null }, input);
  const { receipts, leftOut } = v.parse(PersonExport, JSON.parse(text));
  const ids = receipts.map((receipt) => readReceipt(receipt)?.referralId);
  expect([ids, leftOut.includes('receipts')]).toEqual([[person.openId], true]);
});
