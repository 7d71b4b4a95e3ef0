import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput, TestClient } from '../client.ts';
import { mailTo } from '../mail-server.ts';
import { type PushService, pushTo, startPushService } from '../push-service.ts';
import { makeCustomer, type TestPerson } from '../people.ts';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { type GoodCall, goodCalls, PASSWORD } from './good-calls.ts';
import { type Came, type Document, tellBy, type Told } from './told.ts';

const MAIL = mailTo(undefined);

let pushService: PushService;
let server: TestServer;
let told: Told;
let world: SampleWorld;
let calls: Record<RouteName, CallInput>;
let inactive: TestPerson;
let erased: TestPerson;
beforeAll(async () => {
  pushService = await startPushService();
  const mail = { mail: MAIL, push: pushTo(pushService.ca) };
  server = await startTestServer({ trustProxy: 1, mail });
  const served = await server.client().fetch('/api/openapi.json');
  told = tellBy((await served.json()) as Document);
  world = await makeSampleWorld(server);
  calls = sampleCalls(world);
  inactive = await makeCustomer(server);
  erased = await makeCustomer(server);
  await server.sql("update users set is_active = 'false' where id = ?", [inactive.user.id]);
  await erased.client.call(routes.eraseAccount, { body: { currentPassword: PASSWORD } });
});
afterAll(async () => {
  await server.close();
  await pushService.close();
});

// The owner's calls before an admin ends their session, and what deletes last, so that every call finds its target.
const placeOf = ([name, { access, method }]: [RouteName, Route]) =>
  Number(method === 'DELETE' || name === 'eraseUser') + 2 * Number(access === 'admin');
const table = (Object.entries<Route>(routes) as [RouteName, Route][]).toSorted(
  (one, other) => placeOf(one) - placeOf(other),
);
const closed = table.filter(([, { access }]) => access !== 'public');
const forAdmins = table.filter(([, { access }]) => access === 'admin');
const withBody = table.filter(([, { body }]) => body !== undefined);
const withParams = table.filter(([, { params }]) => params !== undefined);
const writes = table.filter(([, { method }]) => method !== 'GET');

/** Makes a call, and answers what came with what contradicts the document. */
async function send(client: TestClient, route: Route, input: CallInput, init: RequestInit = {}) {
  const { params, query, body, headers } = input;
  const response = await client.fetch(requestPath(route, { params, query }), {
    method: route.method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...init,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
      ...(init.headers as Record<string, string> | undefined),
    },
  });
  const came = await read(response);
  return { ...came, faults: told.faultsOfAnswer(route, came) };
}

async function read(response: Response): Promise<Came> {
  const text = await response.text();
  const type = text === '' ? undefined : response.headers.get('content-type')?.split(';')[0];
  const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
  return { status: response.status, type, body };
}

const callerOf = ({ access }: Route): TestClient =>
  access === 'public'
    ? server.client()
    : access === 'admin'
      ? world.admin.client
      : world.owner.client;

describe('every call is refused as the document says', () => {
  const refused = async (route: Route, input: CallInput, who: TestClient, init?: RequestInit) => {
    const { status, faults } = await send(who, route, input, init);
    return { status, faults };
  };
  const withHeader = (input: CallInput, name: string, value: string): CallInput => ({
    ...input,
    headers: { [name]: value },
  });

  test.each(closed)('%s by who calls', async (name, route) => {
    const input = calls[name];
    const as = (person: TestPerson) =>
      refused(route, withHeader(input, EXPECTED_USER_HEADER, person.user.id), callerOf(route));
    expect(await refused(route, input, server.client())).toEqual({ status: 401, faults: [] });
    expect(await refused(route, input, inactive.client)).toEqual({ status: 403, faults: [] });
    expect(await as(inactive)).toEqual({ status: 409, faults: [] });
    expect(await as(erased)).toEqual({ status: 410, faults: [] });
  });

  test.each(forAdmins)('%s to a customer', async (name, route) => {
    const answer = await refused(route, calls[name], world.owner.client);
    expect(answer).toEqual({ status: 403, faults: [] });
  });

  test.each(writes)('%s by another site', async (name, route) => {
    const input = withHeader(calls[name], 'Origin', 'https://elsewhere.example');
    expect(await refused(route, input, callerOf(route))).toEqual({ status: 403, faults: [] });
  });

  test.each(withBody)('%s for a bad body', async (name, route) => {
    const { body: _, ...input } = calls[name];
    const as = (type: string, body: string) =>
      refused(route, input, callerOf(route), { body, headers: { 'Content-Type': type } });
    expect(await as('application/json', '{')).toEqual({ status: 400, faults: [] });
    expect(await as('text/plain', '{}')).toEqual({ status: 415, faults: [] });
  });

  test.each(withParams)('%s for what is not there', async (name, route) => {
    const params = Object.keys(calls[name].params ?? {}).map((key) => [key, randomUUID()]);
    const input = { ...calls[name], params: Object.fromEntries(params) as Record<string, string> };
    const { status, faults } = await refused(route, input, callerOf(route));
    expect([status, faults]).toEqual([expect.toBeOneOf([403, 404]), []]);
  });

  test.each(table)('%s for a head that is too large', async (name, route) => {
    const input = withHeader(calls[name], 'X-Long', 'x'.repeat(20_000));
    expect(await refused(route, input, callerOf(route))).toEqual({ status: 431, faults: [] });
  });

  test.each([
    ['logIn', 401],
    ['logInByPasskey', 410],
    ['logInByCode', 410],
    ['proveIdentity', 403],
    ['eraseAccount', 403],
    ['addPasskey', 410],
    ['openLink', 410],
    ['setPasswordByLink', 410],
    ['confirmEmail', 410],
    ['turnNotificationsOn', 400],
  ] as const)('%s for what it was given: %i', async (name, status) => {
    const route: Route = routes[name];
    expect(await refused(route, calls[name], callerOf(route))).toEqual({ status, faults: [] });
  });

  test('addReferral of a deleted one', async () => {
    const { client } = world.owner;
    const body = { id: randomUUID(), name: 'Ann Lee', email: `${randomUUID()}@example.com` };
    await client.call(routes.addReferral, { body });
    await world.admin.client.call(routes.deleteReferral, { params: { id: body.id } });
    const answer = await refused(routes.addReferral, { body }, client);
    expect(answer).toEqual({ status: 410, faults: [] });
  });
});

describe('every call is taken and answered as the document says', () => {
  test.each(table)('%s', async (name, route) => {
    const good: GoodCall =
      goodCalls({ server, world, mail: MAIL, pushService })[name] ?? (async () => calls[name]);
    const { client = callerOf(route), ...input } = await good();
    if (input.body !== undefined) expect(told.faultsOfBody(route, input.body)).toEqual([]);
    const { status, body, faults } = await send(client, route, input);
    expect([status, faults], JSON.stringify(body)).toEqual([
      expect.toBeOneOf(Object.keys(route.answers).map(Number)),
      [],
    ]);
  });
});

test('what the document does not say is noticed', () => {
  const answer = (body: unknown, status = 200): string[] =>
    told.faultsOfAnswer(routes.referrer, { status, type: 'application/json', body });
  expect(answer({ referrerName: 'Maya', hasPicture: true })).toEqual([]);
  expect(answer({ referrerName: 'Maya', email: 'm@example.com' })).not.toEqual([]);
  expect(answer({ referrerName: 7 })).not.toEqual([]);
  expect(answer({ error: 'Gone', code: 'deleted' }, 410)).toEqual(['410 is not named']);
  const row = { id: randomUUID(), name: 'Ann Lee', email: 'ann@example.com' };
  expect(told.faultsOfBody(routes.pushReferrals, { referrals: [row] })).toEqual([]);
  expect(told.faultsOfBody(routes.pushTaken, { rows: [row] })).not.toEqual([]);
});
