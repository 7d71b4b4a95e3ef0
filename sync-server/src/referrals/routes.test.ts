import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCustomer } from '../test/people.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const customer = async () => (await makeCustomer(server)).client;

function newReferral(overrides: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { id, name: 'Ada Lovelace', email: `${id}@example.com`, phone: '555 0100', ...overrides };
}

async function rowsWithId(id: string): Promise<number> {
  const sql = 'select count(*)::int as count from referrals where id = ?';
  const [row] = await server.sql<{ count: number }>(sql, [id]);
  return row?.count ?? 0;
}

describe('POST /api/referrals', () => {
  const route = routes.addReferral;

  test('stores a referral as submitted with the default reward', async () => {
    const client = await customer();
    const body = newReferral({ name: '  Ada  ', address: '' });
    const answer = await client.call(route, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: body.id,
      name: 'Ada',
      address: null,
      status: 'submitted',
      reward: '$100',
    });
  });

  test('refuses a call without a session', async () => {
    const answer = await server.client().refuse(route, { body: newReferral() });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('refuses bad input by field and stores nothing', async () => {
    const client = await customer();
    const body = newReferral({ name: 'A', email: 'nobody' });
    const answer = await client.refuse(route, { body });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        fields: {
          name: 'Name must be at least 2 characters',
          email: 'Please enter a valid email',
        },
      },
    });
    expect(await rowsWithId(body.id)).toBe(0);
  });

  test('answers the same id and content again with the stored row', async () => {
    const client = await customer();
    const body = newReferral();
    const first = await client.call(route, { body });
    const again = await client.call(route, { body: { ...body, id: body.id.toUpperCase() } });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await rowsWithId(body.id)).toBe(1);
  });

  test('refuses the same id with other content', async () => {
    const client = await customer();
    const body = newReferral();
    await client.call(route, { body });
    const answer = await client.refuse(route, { body: { ...body, name: 'Somebody Else' } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  });

  test("refuses another user's id without revealing that row", async () => {
    const body = newReferral();
    await (await customer()).call(route, { body });
    const answer = await (await customer()).refuse(route, { body });
    expect(answer).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
    expect(JSON.stringify(answer.body)).not.toContain('Ada');
  });

  test('refuses the same person under another id, in any case', async () => {
    const client = await customer();
    const body = newReferral();
    await client.call(route, { body });
    const answer = await client.refuse(route, {
      body: newReferral({ email: body.email.toUpperCase() }),
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'duplicate_referral', error: 'You have already referred this person' },
    });
  });

  test('lets two customers refer the same person', async () => {
    const body = newReferral();
    await (await customer()).call(route, { body });
    const answer = await (await customer()).call(route, { body: { ...body, id: uuidv4() } });
    expect(answer.status).toBe(201);
  });

  test("refuses the user's own email", async () => {
    const client = server.client();
    const user = await client.signUp(`own${uuidv4().slice(0, 8)}`);
    const answer = await client.refuse(route, {
      body: newReferral({ email: user.email.toUpperCase() }),
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'self_referral' } });
  });

  test('answers the id of a deleted row with 410 and does not store it again', async () => {
    const client = await customer();
    const body = newReferral();
    await client.call(route, { body });
    await server.sql('delete from referrals where id = ?', [body.id]);
    const answer = await client.refuse(route, { body });
    expect(answer).toMatchObject({ status: 410, body: { code: 'deleted' } });
    expect(await rowsWithId(body.id)).toBe(0);
  });

  test('ignores fields a customer must not set', async () => {
    const client = await customer();
    const body = newReferral({ status: 'completed', reward: '$9000', userId: uuidv4() });
    const { body: stored } = await client.call(route, { body });
    const user = (await client.call(routes.currentUser)).body;
    expect(stored).toMatchObject({ status: 'submitted', reward: '$100', userId: user.id });
  });

  test.each([
    ['an hour ago', -3_600_000, true],
    ['in an hour', 3_600_000, false],
    ['over a year ago', -366 * 86_400_000, false],
  ])('keeps the date of the device when it is believable: %s', async (_, offsetMs, isKept) => {
    const claim = new Date(Date.now() + offsetMs).toISOString();
    const client = await customer();
    const { body } = await client.call(route, { body: newReferral({ date: claim }) });
    if (isKept) expect(body.date).toBe(claim);
    else expect(Math.abs(Date.parse(body.date) - Date.parse(body.createdAt))).toBeLessThan(10_000);
  });

  test.each([undefined, null, '', ' '])('does not accept %j as a date', async (date) => {
    const client = await customer();
    const { body } = await client.call(route, { body: newReferral({ date }) });
    expect(Math.abs(Date.parse(body.date) - Date.parse(body.createdAt))).toBeLessThan(10_000);
  });

  test('stores one row when the same referral comes ten times at once', async () => {
    const client = await customer();
    const body = newReferral();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call(route, { body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await rowsWithId(body.id)).toBe(1);
  });

  test('refuses a write meant for another user and stores nothing', async () => {
    const client = await customer();
    const body = newReferral();
    const answer = await client.refuse(route, { body, headers: { 'X-Expected-User': uuidv4() } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'user_mismatch' } });
    expect(await rowsWithId(body.id)).toBe(0);
  });
});

describe('GET /api/referrals', () => {
  const route = routes.listReferrals;

  test("lists the user's own referrals, newest first", async () => {
    const client = await customer();
    const stored: Referral[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      const answer = await client.call(routes.addReferral, { body: newReferral({ name }) });
      stored.unshift(answer.body);
    }
    await (await customer()).call(routes.addReferral, { body: newReferral() });
    expect((await client.call(route)).body).toEqual(stored);
  });

  test('answers 304 to its own tag and the list after a change', async () => {
    const client = await customer();
    const tag = (await client.call(route)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const headers = { 'If-None-Match': tag, 'Cache-Control': 'no-cache' };
    const unchanged = await client.fetch(route.path, { headers });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('x-sunloop')).toBe('1');
    await client.call(routes.addReferral, { body: newReferral() });
    expect((await client.fetch(route.path, { headers })).status).toBe(200);
  });

  test('refuses a call without a session', async () => {
    expect(await server.client().refuse(route)).toMatchObject({ status: 401 });
  });
});
