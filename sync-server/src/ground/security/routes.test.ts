import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

beforeEach(() => server.sql('delete from login_attempts'));

const stats = async () => (await admin.client.call(routes.securityStats)).body;

interface Tries {
  email: string;
  address: string;
  count?: number;
  success?: 'true' | 'false';
  minutesAgo?: number;
}

async function tried({ email, address, count = 1, success = 'false', minutesAgo = 1 }: Tries) {
  await server.sql(
    `insert into login_attempts (id, email, ip_address, success, attempted_at)
     select gen_random_uuid(), ?, ?, ?, now() - make_interval(mins => ?) from generate_series(1, ?)`,
    [email, address, success, minutesAgo, count],
  );
}

/** Whether the sign-in itself refuses another attempt by this pair. */
async function isRefused(email: string, address: string): Promise<boolean> {
  const body = { email, password: 'wrong' };
  const headers = { 'X-Forwarded-For': address };
  return (await server.client().refuse(routes.logIn, { body, headers })).status === 429;
}

test('Sign-ins of the last 24 hours are counted, the newest 20 shown', async () => {
  const { user } = await makeCustomer(server);
  const headers = { 'X-Forwarded-For': '198.51.100.1', 'User-Agent': 'a browser' };
  const right = { email: user.email, password: 'correct horse' };
  await server.client().refuse(routes.logIn, { body: { ...right, password: 'wrong' }, headers });
  await server.client().call(routes.logIn, { body: right, headers });
  await tried({ email: 'old@example.com', address: '1.1.1.1', count: 30, minutesAgo: 24 * 60 + 1 });
  const { successfulLogins24h, failedLogins24h, recentAttempts } = await stats();
  expect({ successfulLogins24h, failedLogins24h }).toEqual({
    successfulLogins24h: 1,
    failedLogins24h: 1,
  });
  expect(recentAttempts).toHaveLength(20);
  expect(recentAttempts[0]).toEqual({
    email: user.email,
    success: 'true',
    ipAddress: '198.51.100.1',
    userAgent: 'a browser',
    attemptedAt: expect.any(String),
  });
  expect(recentAttempts[1]).toMatchObject({ email: user.email, success: 'false' });
});

test('Sessions count while they still give access', async () => {
  const before = (await stats()).activeSessions;
  const { user: gone } = await makeCustomer(server);
  const { user: late } = await makeCustomer(server);
  await makeCustomer(server);
  expect((await stats()).activeSessions).toBe(before + 3);
  await server.sql("update users set is_active = 'false' where id = ?", [gone.id]);
  await server.sql("update sessions set expires_at = now() - interval '1 s' where user_id = ?", [
    late.id,
  ]);
  expect((await stats()).activeSessions).toBe(before + 1);
});

test('Nobody is locked out below the limits, after the window, or after a right password', async () => {
  await tried({ email: 'a@x.y', address: '1.1.1.1', count: 4 });
  await tried({ email: 'b@x.y', address: '2.2.2.2', count: 9, minutesAgo: 16 });
  await tried({ email: 'c@x.y', address: '3.3.3.3', count: 9, minutesAgo: 5 });
  await tried({ email: 'c@x.y', address: '3.3.3.3', success: 'true', minutesAgo: 4 });
  expect((await stats()).lockedOut).toBe(0);
  expect(await isRefused('c@x.y', '3.3.3.3')).toBe(false);
});

test('A pair with 5 wrong passwords is locked out, but not from other addresses', async () => {
  await tried({ email: 'a@x.y', address: '1.1.1.1', count: 5 });
  await tried({ email: 'a@x.y', address: '2.2.2.2', count: 1 });
  expect((await stats()).lockedOut).toBe(1);
  expect(await isRefused('a@x.y', '1.1.1.1')).toBe(true);
  expect(await isRefused('a@x.y', '2.2.2.2')).toBe(false);
});

test('All pairs of an address with 20 are locked out', async () => {
  for (let n = 1; n <= 10; n += 1) {
    await tried({ email: `p${n}@x.y`, address: '1.1.1.1', count: 2 });
  }
  expect((await stats()).lockedOut).toBe(10);
  expect(await isRefused('p1@x.y', '1.1.1.1')).toBe(true);
});

test('All pairs of an email with 100 are locked out', async () => {
  for (let n = 1; n <= 25; n += 1) {
    await tried({ email: 'a@x.y', address: `10.0.0.${n}`, count: 4 });
  }
  expect((await stats()).lockedOut).toBe(25);
  expect(await isRefused('a@x.y', '10.0.0.1')).toBe(true);
});

describe('A lock-out says until when it lasts, which is when the sign-in allows another attempt:', () => {
  const lockOuts = async () => (await stats()).lockOuts;
  /** Whole minutes from now. */
  const minutesLeft = (until = '') => Math.round((Date.parse(until) - Date.now()) / 60_000);

  async function retryAfterMinutes(email: string, address: string): Promise<number> {
    const body = { email, password: 'wrong' };
    const headers = { 'X-Forwarded-For': address };
    const refused = await server.client().refuse(routes.logIn, { body, headers });
    expect(refused.status).toBe(429);
    return Math.round(Number(refused.headers.get('retry-after')) / 60);
  }

  test('a pair, from its fifth newest wrong password', async () => {
    await tried({ email: 'a@x.y', address: '1.1.1.1', count: 3, minutesAgo: 10 });
    await tried({ email: 'a@x.y', address: '1.1.1.1', count: 4, minutesAgo: 2 });
    const [only, ...others] = await lockOuts();
    expect(only).toMatchObject({ email: 'a@x.y', ipAddress: '1.1.1.1', wrongPasswords: 7 });
    expect(minutesLeft(only?.until)).toBe(5);
    expect(await retryAfterMinutes('a@x.y', '1.1.1.1')).toBe(5);
    expect(others).toEqual([]);
  });

  test('an address, whatever the email', async () => {
    await tried({ email: 'b@x.y', address: '1.1.1.1', count: 1, minutesAgo: 12 });
    for (let n = 1; n <= 10; n += 1) {
      await tried({ email: `p${n}@x.y`, address: '1.1.1.1', count: 2, minutesAgo: 3 });
    }
    const all = await lockOuts();
    expect(all).toMatchObject([{ email: null, ipAddress: '1.1.1.1', wrongPasswords: 21 }]);
    expect(minutesLeft(all[0]?.until)).toBe(12);
    expect(await retryAfterMinutes('new@x.y', '1.1.1.1')).toBe(12);
  });

  test('an email, from whatever address; a right password clears the pair alone', async () => {
    for (let n = 1; n <= 25; n += 1) {
      await tried({ email: 'c@x.y', address: `10.0.0.${n}`, count: 4 });
    }
    await tried({ email: 'd@x.y', address: '2.2.2.2', count: 5, minutesAgo: 5 });
    await tried({ email: 'd@x.y', address: '2.2.2.2', success: 'true', minutesAgo: 4 });
    const all = await lockOuts();
    expect(all).toMatchObject([{ email: 'c@x.y', ipAddress: null, wrongPasswords: 100 }]);
    expect(await retryAfterMinutes('c@x.y', '3.3.3.3')).toBe(minutesLeft(all[0]?.until));
  });

  test('none once its time is up', async () => {
    await tried({ email: 'a@x.y', address: '1.1.1.1', count: 9, minutesAgo: 16 });
    await tried({ email: 'a@x.y', address: '1.1.1.1', count: 4, minutesAgo: 3 });
    expect(await lockOuts()).toEqual([]);
  });
});

test('The newest backup is told, with when one was last restored and what went wrong since', async () => {
  expect(await stats()).not.toHaveProperty('backups');
  await server.sql(`insert into backup_runs (night, saved_at, bytes, rows, verified_at) values
    ('2026-03-28', '2026-03-28T08:00:00Z', 1000, 10, '2026-03-28T08:01:00Z')`);
  await server.sql(`insert into backup_runs (night, saved_at, bytes, rows, fault, fault_at) values
    ('2026-03-29', '2026-03-29T08:00:00Z', 1200, 12, 'No room', '2026-03-29T08:02:00Z')`);
  expect((await stats()).backups).toEqual({
    savedAt: '2026-03-29T08:00:00.000Z',
    bytes: 1200,
    rows: 12,
    verifiedAt: '2026-03-28T08:01:00.000Z',
    copiedAt: null,
    fault: 'No room',
    faultAt: '2026-03-29T08:02:00.000Z',
  });
});

test('Only admins see it', async () => {
  const { client } = await makeCustomer(server);
  expect((await client.refuse(routes.securityStats)).status).toBe(403);
  expect((await server.client().refuse(routes.securityStats)).status).toBe(401);
});
