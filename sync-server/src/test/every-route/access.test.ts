import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '../client.ts';
import { makeCustomer, type TestPerson } from '../people.ts';
import { mailTo } from '../mail-server.ts';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { snapshotTables } from '../snapshot.ts';

let server: TestServer;
let world: SampleWorld;
let calls: Record<RouteName, CallInput>;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
  world = await makeSampleWorld(server);
  calls = sampleCalls(world);
});
afterAll(() => server.close());

const table = Object.entries<Route>(routes) as [RouteName, Route][];
const closed = table.filter(([, { access }]) => access !== 'public');
const forAdmins = closed.filter(([, { access }]) => access === 'admin');
const forSessions = closed.filter(([, { access }]) => access === 'session');
const writes = closed.filter(([, { method }]) => method !== 'GET');

const userRow = async (id: string) =>
  (await server.sql<Record<string, string>>('select * from users where id = ?', [id]))[0];

/** What only the owner and admins may read. */
async function secretsOf({ user, client }: TestPerson): Promise<string[]> {
  const referrals = (await client.call(routes.listReferrals)).body;
  const history = (await client.call(routes.rewardHistory)).body;
  const rows = referrals.flatMap(({ id, email }) => [id, email]);
  return [
    user.id,
    user.email,
    user.username,
    '7 Secret Street',
    ...rows,
    ...history.map((row) => row.id),
  ];
}

describe('nothing is written for', () => {
  let before: Record<string, string>;
  beforeEach(async () => {
    before = await snapshotTables(server.database.orm);
  });
  const expectUnchanged = async () =>
    expect(await snapshotTables(server.database.orm)).toEqual(before);

  test('a caller without a session: every closed call is 401 even with a good body and real ids', async () => {
    for (const [name, route] of closed) {
      const refused = await server.client().refuse(route, calls[name]);
      expect([name, refused.status, refused.body.code]).toEqual([name, 401, 'unauthenticated']);
    }
    await expectUnchanged();
  });

  test('a forged cookie: it counts as no session', async () => {
    for (const [name, route] of closed) {
      const headers = { Cookie: 'sunloop.sid=made-up; sunloop.sid.sig=made-up' };
      const refused = await server.client().refuse(route, { ...calls[name], headers });
      expect([name, refused.status]).toEqual([name, 401]);
    }
    await expectUnchanged();
  });
});

describe('a customer', () => {
  let customer: TestPerson;
  let before: Record<string, string>;
  beforeAll(async () => {
    customer = await makeCustomer(server);
  });
  beforeEach(async () => {
    before = await snapshotTables(server.database.orm);
  });

  test('is refused every admin call with 403, and nothing is written', async () => {
    for (const [name, route] of forAdmins) {
      const refused = await customer.client.refuse(route, calls[name]);
      expect([name, refused.status, refused.body.code]).toEqual([name, 403, 'forbidden']);
    }
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });

  test('can read nothing of another customer’s', async () => {
    const secrets = await secretsOf(world.owner);
    expect(secrets.length).toBeGreaterThan(8);
    for (const [name, route] of forSessions.filter(([, { method }]) => method === 'GET')) {
      const path = route.path.replaceAll(':userId', world.owner.user.id);
      const query = new URLSearchParams(calls[name].query).toString();
      const text = await (await customer.client.fetch(`${path}?${query}`)).text();
      for (const secret of secrets) expect([name, text.includes(secret)]).toEqual([name, false]);
    }
  });

  test.each(['achievements', 'checkAchievements'] as const)(
    'asking for another user’s %s is 403, whether or not there is such a user',
    async (name) => {
      for (const userId of [world.owner.user.id, randomUUID()]) {
        const refused = await customer.client.refuse(routes[name], { params: { userId } });
        expect(refused.status).toBe(403);
      }
      expect(await snapshotTables(server.database.orm)).toEqual(before);
    },
  );

  test('cannot take over another’s referral by its id, and is not told what it contains', async () => {
    const secrets = (await secretsOf(world.owner)).filter((text) => text !== world.referralId);
    const single = await customer.client.refuse(routes.addReferral, calls.addReferral);
    expect(single).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
    const { results } = (await customer.client.call(routes.pushReferrals, calls.pushReferrals))
      .body;
    expect(results).toMatchObject([{ status: 'rejected', code: 'id_conflict' }]);
    const told = JSON.stringify([single.body, results]);
    for (const secret of secrets) expect(told).not.toContain(secret);
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });

  test('writes nothing if the write was meant for another user', async () => {
    const headers = { [EXPECTED_USER_HEADER]: world.owner.user.id };
    for (const [name, route] of writes.filter(([, { access }]) => access === 'session')) {
      const refused = await customer.client.refuse(route, { ...calls[name], headers });
      expect([name, refused.status, refused.body.code]).toEqual([name, 409, 'user_mismatch']);
    }
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });
});

test('a customer made inactive can do nothing from the next call on, and is told why', async () => {
  const person = await makeCustomer(server);
  await person.client.call(routes.currentUser);
  await server.sql("update users set is_active = 'false' where id = ?", [person.user.id]);
  const before = await snapshotTables(server.database.orm);
  for (const [name, route] of closed) {
    const refused = await person.client.refuse(route, calls[name]);
    expect([name, refused.body.code]).toEqual([name, 'inactive']);
  }
  expect(await snapshotTables(server.database.orm)).toEqual(before);
});

test('an admin may make every admin call', async () => {
  const own = await makeSampleWorld(server);
  const ownCalls = sampleCalls(own);
  // Deletions go last, so that every call finds its target.
  const isDeletion = ([name, { method }]: [RouteName, Route]) =>
    method === 'DELETE' || name === 'eraseUser';
  const ordered = forAdmins.toSorted((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));
  for (const [name, route] of ordered) {
    const response = await own.admin.client.call(route, ownCalls[name]);
    expect([name, response.status]).toEqual([name, Number(Object.keys(route.answers)[0])]);
  }
});

test('somebody who is no longer an admin is refused from the next call on', async () => {
  const { admin } = await makeSampleWorld(server);
  await server.sql("update users set role = 'customer' where id = ?", [admin.user.id]);
  for (const [name, route] of forAdmins) {
    const refused = await admin.client.refuse(route, calls[name]);
    expect([name, refused.status]).toEqual([name, 403]);
  }
});

describe('fields a customer may not set have no effect in', () => {
  const greedy = () => ({
    role: 'admin',
    status: 'completed',
    reward: '$9,999',
    ordinal: 1,
    userId: world.owner.user.id,
    user_id: world.owner.user.id,
    isActive: 'false',
    is_active: 'false',
    referralCode: 'AAAAAAAA',
    referral_code: 'AAAAAAAA',
    createdAt: '2001-01-01T00:00:00.000Z',
    updatedAt: '2001-01-01T00:00:00.000Z',
    version: '1',
    constructor: { prototype: { role: 'admin' } },
  });
  const plainReferral = (userId: string) => ({ userId, status: 'submitted', reward: '$100' });
  const isOfToday = (time: string) => Date.now() - Date.parse(time) < 60_000;
  const newPerson = () => ({ name: 'Plain Friend', email: `${randomUUID()}@example.com` });

  test('a sign-up', async () => {
    const client = server.client();
    const id = randomUUID();
    const username = `g-${id.slice(0, 13)}`;
    const body = { ...greedy(), id, username, email: `${id}@example.com`, password: 'a new horse' };
    const user = (await client.call(routes.signUp, { body })).body;
    expect(user).toMatchObject({ role: 'customer', isActive: 'true' });
    expect(user.referralCode).not.toBe('AAAAAAAA');
    expect(user.id).not.toBe(id);
    expect(isOfToday(user.createdAt)).toBe(true);
  });

  test('one’s own profile and password', async () => {
    const person = await makeCustomer(server);
    const [mine, theirs] = [await userRow(person.user.id), await userRow(world.owner.user.id)];
    const body = {
      ...greedy(),
      id: world.owner.user.id,
      password: 'x',
      newPassword: 'a new horse',
    };
    await person.client.call(routes.changeProfile, { body });
    expect(await userRow(person.user.id)).toEqual(mine);
    await person.client.call(routes.changePassword, { body });
    const { password: _, ...rest } = mine ?? {};
    // What was sealed under the old password ends with it.
    expect(await userRow(person.user.id)).toMatchObject({ ...rest, handover_generation: 1 });
    expect(await userRow(world.owner.user.id)).toEqual(theirs);
  });

  test('a referral', async () => {
    const person = await makeCustomer(server);
    const body = { ...greedy(), ...newPerson() };
    const referral = (await person.client.call(routes.addReferral, { body })).body;
    expect(referral).toMatchObject(plainReferral(person.user.id));
    expect(isOfToday(referral.createdAt)).toBe(true);
    expect((await person.client.call(routes.stats)).body.successfulReferrals).toBe(0);
  });

  test('a push', async () => {
    const person = await makeCustomer(server);
    const referrals = [{ ...greedy(), ...newPerson(), id: randomUUID() }];
    const { body } = await person.client.call(routes.pushReferrals, {
      body: { ...greedy(), referrals },
    });
    expect(body.results[0]?.referral).toMatchObject(plainReferral(person.user.id));
    expect(isOfToday(body.results[0]?.referral?.createdAt ?? '')).toBe(true);
  });

  test('a quote', async () => {
    const body = { ...greedy(), ...newPerson(), phone: '1', id: randomUUID(), referralCode: null };
    const { id } = (await server.client().call(routes.requestQuote, { body })).body;
    expect(id).toBe(body.id);
    const [quote] = await server.sql('select status, referral_id from quotes where id = ?', [id]);
    expect(quote).toEqual({ status: 'open', referral_id: null });
  });
});
