import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { snapshotTables } from '../../test/snapshot.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';
import { readWholeDatabase } from '../../test/whole-database.ts';
import { makeKnownPerson, type KnownPerson } from '../../test/known-person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const erase = (by: TestPerson, id: string) => by.client.call(routes.eraseUser, { params: { id } });
const eraseOwn = (person: KnownPerson) =>
  person.client.call(routes.eraseAccount, { body: { currentPassword: person.password } });

/** The figures that must not change, the company's and the person's. */
async function figuresOf({ admin, user }: KnownPerson) {
  const { client } = admin;
  const [stats, report, detail, payouts] = [
    (await client.call(routes.adminStats)).body,
    (await client.call(routes.report)).body,
    (await client.call(routes.userDetail, { params: { id: user.id } })).body,
    (await client.call(routes.payouts)).body,
  ];
  const top = report.topReferrers.map(({ userId, referrals, completed, amountCents }) => {
    return { userId, referrals, completed, amountCents };
  });
  const ledger = payouts.map(({ id, userId, amount, amountCents, date, paidAt, referralId }) => {
    return { id, userId, amount, amountCents, date, paidAt, referralId };
  });
  const { weeks, completion, payoutMonths } = report;
  return { stats, weeks, completion, payoutMonths, top, own: detail.stats, ledger };
}

describe.each<[string, (person: KnownPerson) => Promise<unknown>]>([
  ['by the person', eraseOwn],
  ['by an admin', ({ admin, user }) => erase(admin, user.id)],
])('Erased %s', (_, act) => {
  let person: KnownPerson;
  let figures: Awaited<ReturnType<typeof figuresOf>>;
  let others: string[];
  beforeAll(async () => {
    person = await makeKnownPerson(server);
    const before = await readWholeDatabase(server.database.orm);
    const isTheirs = (row: string) =>
      [...person.marks, person.user.id].some((m) => row.includes(m));
    // Their texts are found everywhere beforehand, which shows that the search afterwards works.
    const tables = new Set(before.filter(isTheirs).map((row) => row.split(':')[0]));
    expect([...tables]).toEqual(
      expect.arrayContaining(['audit_logs', 'login_attempts', 'quotes', 'referrals', 'users']),
    );
    others = before.filter((row) => row.startsWith('referrals:') && !isTheirs(row));
    figures = await figuresOf(person);
    await act(person);
  });

  test('neither they nor their friends are named anywhere in the database, and others still are', async () => {
    const after = await readWholeDatabase(server.database.orm);
    const named = after.filter((row) => person.marks.some((mark) => row.includes(mark)));
    expect(named).toEqual([]);
    for (const row of others) expect(after).toContain(row);
  });

  test('figures and ledger are as before', async () => {
    expect(await figuresOf(person)).toEqual(figures);
  });

  test('statuses, rewards and dates of the referrals stay, and their versions rise', async () => {
    const query = { referrer: person.user.id };
    const rows = (await person.admin.client.call(routes.adminReferrals, { query })).body;
    expect(rows.map(({ id, status, reward }) => ({ id, status, reward }))).toEqual([
      { id: person.openId, status: 'submitted', reward: '$100' },
      { id: person.paidId, status: 'completed', reward: '$300' },
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ name: 'Erased person', phone: null, address: null });
      expect(Date.parse(row.updatedAt)).toBeGreaterThan(Date.parse(row.createdAt));
    }
  });

  test('what it was and by whom is told in the audit log, without anything they typed', async () => {
    const lines = await server.sql<{ action: string; user_id: string; details: string | null }>(
      `select action, user_id, details from audit_logs where entity = 'user' and entity_id = ?
       order by created_at desc, id desc`,
      [person.user.id],
    );
    expect(lines[0]).toMatchObject({ action: 'user.erase', details: null });
    const details = lines.flatMap((line) => line.details ?? []);
    // What looks like a change of role was typed into an address.
    expect(details).toEqual([]);
  });

  test('the email is free again and the referral code is not', async () => {
    const client = server.client();
    const { email, referralCode } = person.user;
    const username = `again-${randomUUID().slice(0, 8)}`;
    const body = { username, email, password: 'another horse' };
    expect((await client.call(routes.signUp, { body })).body.email).toBe(email);
    const [owner] = await server.sql('select id from users where referral_code = ?', [
      referralCode,
    ]);
    expect(owner).toEqual({ id: person.user.id });
    const landing = { params: { code: referralCode ?? '' } };
    expect((await client.refuse(routes.referrer, landing)).status).toBe(404);
  });

  test('nobody can sign in to the account, and it cannot be restored', async () => {
    const { client } = person.admin;
    const params = { id: person.user.id };
    const body = { email: person.user.email, password: person.password };
    expect((await server.client().refuse(routes.logIn, { body })).status).toBe(401);
    for (const refused of [
      await client.refuse(routes.changeUser, { params, body: { isActive: 'true' } }),
      await client.refuse(routes.resetPassword, { params }),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'user_erased' } });
    }
    const { user } = (await client.call(routes.userDetail, { params })).body;
    expect(user).toMatchObject({ isActive: 'false', role: 'customer' });
    expect(user.erasedAt).toEqual(expect.any(String));
    const query = { q: user.username };
    expect((await client.call(routes.users, { query })).body).toEqual([user]);
  });

  test('each of their devices is told, whatever it asks and whoever has signed in there since', async () => {
    const headers = { [EXPECTED_USER_HEADER]: person.user.id.toUpperCase() };
    const body = { referrals: [{ id: randomUUID(), name: 'Late', email: 'late@example.com' }] };
    const stranger = await makeCustomer(server);
    for (const client of [person.client, server.client(), stranger.client]) {
      for (const [route, input] of [
        [routes.currentUser, {}],
        [routes.pushReferrals, { body }],
        [routes.adminStats, {}],
      ] as const) {
        const refused = await client.refuse(route, { ...input, headers });
        expect(refused).toMatchObject({ status: 410, body: { code: 'account_erased' } });
      }
    }
    // A device that does not say whom it speaks for learns nothing.
    expect((await person.client.refuse(routes.currentUser)).status).toBe(401);
  });

  test('an admin’s device gets the rows, without names, as changes', async () => {
    const again = await makeKnownPerson(server);
    const { client } = again.admin;
    const first = (await client.call(routes.pullAdminReferrals, { query: { since: '' } })).body;
    await act(again);
    const since = first.cursor;
    const delta = (await client.call(routes.pullAdminReferrals, { query: { since } })).body;
    expect(delta.full).toBe(false);
    const rows = delta.upserts.filter(({ userId }) => userId === again.user.id);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([again.paidId, again.openId].toSorted());
    for (const mark of again.marks) expect(JSON.stringify(delta)).not.toContain(mark);
  });

  test('an admin’s device learns that somebody was erased, a customer’s does not', async () => {
    const again = await makeKnownPerson(server);
    const erased = async () =>
      (await again.admin.client.call(routes.currentUser)).body.erasedUsers ?? 0;
    const before = await erased();
    await act(again);
    expect(await erased()).toBe(before + 1);
    const customer = await makeCustomer(server);
    expect((await customer.client.call(routes.currentUser)).body).not.toHaveProperty('erasedUsers');
  });
});

describe('Erasing one’s own account', () => {
  test.each([{}, { currentPassword: '' }, { currentPassword: 1 }, []])(
    'refuses %j',
    async (body) => {
      const { client } = await makeCustomer(server);
      expect((await client.refuse(routes.eraseAccount, { body })).status).toBe(400);
      expect((await client.call(routes.currentUser)).status).toBe(200);
    },
  );

  test('asks for the current password and counts attempts', async () => {
    const { client } = await makeCustomer(server);
    const before = await snapshotTables(server.database.orm);
    const call = { body: { currentPassword: 'wrong' } };
    const refused = await client.refuse(routes.eraseAccount, call);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'password_needed', fields: { currentPassword: expect.any(String) } },
    });
    for (let tries = 1; tries < 10; tries += 1) await client.refuse(routes.eraseAccount, call);
    expect((await client.refuse(routes.eraseAccount, call)).status).toBe(429);
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });

  test('ends every session and removes the cookie', async () => {
    const person = await makeCustomer(server);
    const elsewhere = server.client();
    const signIn = { email: person.user.email, password: 'correct horse' };
    await elsewhere.call(routes.logIn, { body: signIn });
    await person.client.call(routes.eraseAccount, { body: { currentPassword: 'correct horse' } });
    expect(person.client.cookieHeader()).not.toContain('sunloop.sid=');
    expect((await elsewhere.refuse(routes.currentUser)).status).toBe(401);
    expect(await server.sql('select id from sessions where user_id = ?', [person.user.id])).toEqual(
      [],
    );
  });

  test('is refused to the last admin', async () => {
    const own = await startTestServer();
    const admin = await makeAdmin(own);
    const call = { body: { currentPassword: 'correct horse' } };
    const refused = await admin.client.refuse(routes.eraseAccount, call);
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    await makeAdmin(own);
    await admin.client.call(routes.eraseAccount, call);
    await own.close();
  });

  test('waits for a push in progress, whose rows are erased with the others', async () => {
    const person = await makeCustomer(server);
    const id = randomUUID();
    const answer = await server.database.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select 1 from users where id = ? for no key update', [person.user.id]);
      await tx.execute(
        `insert into referrals (id, user_id, name, email) values (?, ?, 'On Its Way', 'way@x.example')`,
        [id, person.user.id],
      );
      const call = { body: { currentPassword: 'correct horse' } };
      const erasing = person.client.call(routes.eraseAccount, call);
      await waitUntilBlocked(server.database);
      return { erasing };
    });
    await answer.erasing;
    const [row] = await server.sql<{ name: string }>('select name from referrals where id = ?', [
      id,
    ]);
    expect(row?.name).toBe('Erased person');
  });
});

describe('Erasing by an admin', () => {
  test('leaves of what was changed about somebody only role and access, and nothing they typed as such', async () => {
    const admin = await makeAdmin(server);
    const word = randomUUID().slice(0, 8);
    const given = { username: word, email: `${word}@x.example`, password: 'correct horse' };
    const body = { ...given, role: 'customer', isActive: 'true' } as const;
    const user = (await admin.client.call(routes.addUser, { body })).body;
    const change = (body: object) =>
      admin.client.call(routes.changeUser, { params: { id: user.id }, body });
    await change({ address: 'Hill Road; isActive: true → false', role: 'admin' });
    await change({ phone: '1', address: 'Elm Street; role: customer → admin' });
    await server.client().call(routes.logIn, { body: given });
    await admin.client.call(routes.endSessions, { params: { id: user.id } });
    await erase(admin, user.id);
    const lines = await server.sql(
      `select action, details, changes from audit_logs where entity_id = ?
         and (details is not null or changes is not null) order by created_at, id`,
      [user.id],
    );
    expect(lines).toEqual([
      {
        action: 'user.change',
        details: 'role: customer → admin',
        changes: [{ field: 'role', from: 'customer', to: 'admin' }],
      },
      { action: 'user.end_sessions', details: '1 ended', changes: null },
    ]);
  });

  test('is refused for oneself and without a session', async () => {
    const admin = await makeAdmin(server);
    const call = (id: string) => admin.client.refuse(routes.eraseUser, { params: { id } });
    expect(await call(admin.user.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await call(randomUUID())).status).toBe(404);
    expect((await admin.client.call(routes.currentUser)).status).toBe(200);
  });

  test('empties the tries to sign in under earlier addresses that were confirmed, and no stranger’s', async () => {
    const admin = await makeAdmin(server);
    const { user } = await makeCustomer(server);
    const [first, second, third] = [user.email, `b-${user.email}`, `c-${user.email}`];
    const become = (email: string, isConfirmed: boolean) =>
      server.sql(
        `update users set email = :email, email_confirmed_at = case when :isConfirmed then now() end
         where id = :id`,
        { email, isConfirmed, id: user.id },
      );
    // The first was confirmed, the second never.
    await server.sql('update users set email_confirmed_at = now() where id = ?', [user.id]);
    await become(second, false);
    await become(third, true);
    for (const email of [first, second, third])
      await server.client().refuse(routes.logIn, { body: { email, password: 'wrong' } });
    await erase(admin, user.id);
    const left = await server.sql<{ email: string }>(
      'select email from login_attempts where email in (:first, :second, :third) order by email',
      { first, second, third },
    );
    expect(left.map(({ email }) => email)).toEqual([second]);
  });

  test('changes nothing the second time', async () => {
    const admin = await makeAdmin(server);
    const { user } = await makeCustomer(server);
    await erase(admin, user.id);
    const before = await snapshotTables(server.database.orm);
    await erase(admin, user.id);
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });

  test('leaves one of two admins who erase each other at once', async () => {
    const own = await startTestServer();
    const [one, two] = [await makeAdmin(own), await makeAdmin(own)];
    await Promise.allSettled([erase(one, two.user.id), erase(two, one.user.id)]);
    const [left] = await own.database.orm.em
      .fork()
      .execute<{ count: number }[]>(
        "select count(*)::int as count from users where role = 'admin' and is_active = 'true'",
      );
    expect(left?.count).toBe(1);
    await own.close();
  });
});

test('a device can ask which of the users whose rows it holds were erased', async () => {
  const admin = await makeAdmin(server);
  const [gone, here] = [await makeCustomer(server), await makeCustomer(server)];
  await erase(admin, gone.user.id);
  const body = { ids: [gone.user.id, here.user.id, randomUUID()] };
  expect((await server.client().call(routes.askErased, { body })).body).toEqual({
    erased: [gone.user.id],
  });
  for (const ids of [[], ['x'], Array.from({ length: 21 }, () => randomUUID())]) {
    expect((await server.client().refuse(routes.askErased, { body: { ids } })).status).toBe(400);
  }
});
