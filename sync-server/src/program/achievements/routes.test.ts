import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { NEXT_CHECK_HEADER } from '@sunloop/shared-types/program/achievement-check.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_BOUNDS } from '../../http/bounds/bounds.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { recordPrepared } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

async function lists({ client, user }: TestPerson) {
  const { body } = await client.call(routes.achievements, { params: { userId: user.id } });
  return body;
}

const check = ({ client }: TestPerson, userId: string) =>
  client.call(routes.checkAchievements, { params: { userId } });

test('says how long to wait before the next check, if the operator slows the apps', async () => {
  const person = await makeCustomer(server);
  expect((await check(person, person.user.id)).headers.get(NEXT_CHECK_HEADER)).toBeNull();
  const slow = await startTestServer({ bounds: { ...DEFAULT_BOUNDS, checkSeconds: 30 } });
  const other = await makeCustomer(slow);
  const answer = await check(other, other.user.id);
  await slow.close();
  expect(answer.headers.get(NEXT_CHECK_HEADER)).toBe('30');
});

/** A browser sets these headers itself, and so does Node's fetch. */
async function checkWith({ client, user }: TestPerson, headers: Record<string, string>) {
  const request = get(`${server.url}/api/achievements/check/${user.id}`, {
    headers: { ...headers, Cookie: client.cookieHeader() },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

const titles = (achievements: readonly { title: string }[]) =>
  achievements.map(({ title }) => title);

describe('GET /api/achievements/:userId', () => {
  test('at the start shows the first of each type as available and the rest as locked', async () => {
    const { earned, available, locked } = await lists(await makeCustomer(server));
    expect(earned).toEqual([]);
    expect(new Set(titles(available))).toEqual(
      new Set(['First Ray', 'First Install', 'First Reward']),
    );
    expect(titles(locked)).toContain('Spreading Sunshine');
  });

  test('unlocks the next as one is earned, with progress toward it', async () => {
    const customer = await makeCustomer(server);
    await refer(customer, 7);
    const { earned, available, locked } = await lists(customer);
    expect(titles(earned)).toEqual(['First Ray', 'Spreading Sunshine']);
    expect(earned[0]).toMatchObject({ progress: { current: 1, total: 1 } });
    expect(earned[0]?.earnedAt).toMatch(/Z$/);
    expect(available.find(({ title }) => title === 'Neighbourhood Voice')).toMatchObject({
      icon: 'zap',
      rarity: 'rare',
      progress: { current: 7, total: 10 },
    });
    expect(titles(locked)).toContain('Community Builder');
  });

  test('keeps what was earned when the count falls', async () => {
    const customer = await makeCustomer(server);
    await refer(customer, 1);
    const [row] = (await customer.client.call(routes.listReferrals)).body;
    await admin.client.call(routes.deleteReferral, { params: { id: row?.id ?? '' } });
    expect(titles((await lists(customer)).earned)).toEqual(['First Ray']);
  });

  test('is for the user and for admins', async () => {
    const customer = await makeCustomer(server);
    const other = await makeCustomer(server);
    const params = { userId: customer.user.id };
    for (const route of [routes.achievements, routes.checkAchievements]) {
      expect(await other.client.refuse(route, { params })).toMatchObject({ status: 403 });
      expect((await admin.client.call(route, { params })).status).toBe(200);
    }
    expect(
      await admin.client.refuse(routes.achievements, { params: { userId: uuidv7() } }),
    ).toMatchObject({ status: 404 });
  });
});

describe('GET /api/achievements/check/:userId', () => {
  test('delivers each once', async () => {
    const customer = await makeCustomer(server);
    await refer(customer, 5);
    const first = await check(customer, customer.user.id);
    expect(titles(first.body)).toEqual(['First Ray', 'Spreading Sunshine']);
    expect(first.headers.get('etag')).toBeNull();
    expect((await check(customer, customer.user.id)).body).toEqual([]);
  });

  test('delivers each once when asked at once', async () => {
    const customer = await makeCustomer(server);
    await refer(customer, 10);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => check(customer, customer.user.id)),
    );
    expect(titles(answers.flatMap(({ body }) => body)).toSorted()).toEqual([
      'First Ray',
      'Neighbourhood Voice',
      'Spreading Sunshine',
    ]);
  });

  const NAVIGATION = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  test.each([
    ['a link on another site', { ...NAVIGATION, 'Sec-Fetch-Site': 'cross-site' }],
    ['a link on a sister site', { ...NAVIGATION, 'Sec-Fetch-Site': 'same-site' }],
    ['the address bar', { ...NAVIGATION, 'Sec-Fetch-Site': 'none' }],
    [
      'another site in no-cors mode',
      { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' },
    ],
    ['a browser that sends nothing but Accept', { Accept: 'text/html,*/*;q=0.8' }],
  ])('delivers nothing to %s', async (_, headers) => {
    const customer = await makeCustomer(server);
    await refer(customer, 1);
    expect((await checkWith(customer, headers)).status).toBe(200);
    expect(titles((await check(customer, customer.user.id)).body)).toEqual(['First Ray']);
  });

  test.each([
    ['the app', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin', Accept: '*/*' }],
    ['the app in an older browser', { Accept: '*/*' }],
  ])('delivers to %s', async (_, headers) => {
    const customer = await makeCustomer(server);
    await refer(customer, 1);
    await checkWith(customer, headers);
    expect((await check(customer, customer.user.id)).body).toEqual([]);
  });

  test('costs no statement besides the session’s while there is nothing new', async () => {
    const customer = await makeCustomer(server);
    const recorded = recordPrepared(server.database.orm);
    expect((await check(customer, customer.user.id)).body).toEqual([]);
    expect(recorded.map(({ text }) => text)).toEqual([expect.stringContaining('from sessions')]);
  });

  test('delivers nothing when an admin looks', async () => {
    const customer = await makeCustomer(server);
    await refer(customer, 1);
    await check(admin, customer.user.id);
    expect(titles((await check(customer, customer.user.id)).body)).toEqual(['First Ray']);
  });
});
