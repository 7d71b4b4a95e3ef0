import createClient from 'openapi-fetch';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNamedSchemas } from '../../http/openapi/schemas.ts';
import type { TestClient } from '../client.ts';
import { makeAdmin } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import type { paths } from './api-types.ts';

/** What a program of somebody else's would call; more would only make the types longer. */
const CALLS = [
  '/api/signup',
  '/api/sync/push',
  '/api/referrals',
  '/api/admin/referrals/{id}/status',
];

interface Document {
  paths: Record<string, object>;
  components: { schemas: object; responses: object };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A client by the generated types, with the cookies of one of ours. */
const clientOf = (caller: TestClient) =>
  createClient<paths>({
    baseUrl: server.url,
    fetch: async (request) => {
      const { method, headers } = request;
      const body = method === 'GET' ? null : await request.text();
      return caller.fetch(request.url.slice(server.url.length), { method, headers, body });
    },
  });

/** `api-types.ts` is what the document says; after a change of it, this file run by `npx vitest run FILE -u` writes it anew. */
test('the types of a generated client are those of the document', async () => {
  const served = await server.client().fetch('/api/openapi.json');
  const document = (await served.json()) as Document;
  const called = Object.fromEntries(CALLS.map((path) => [path, document.paths[path] ?? {}]));
  const { responses } = document.components;
  const schemas = describeNamedSchemas(called, responses);
  const part = { ...document, paths: called, components: { ...document.components, schemas } };
  const types = astToString(await openapiTS(part as unknown as OpenAPI3));
  await expect(types).toMatchFileSnapshot('./api-types.ts');
});

test('a generated client signs up, pushes, pulls what changed, and reads the status an admin set', async () => {
  const customer = clientOf(server.client());
  const email = `${uuidv7()}@example.com`;
  const account = { username: `c-${uuidv7()}`, email, password: 'correct horse' };
  const { data: user } = await customer.POST('/api/signup', { body: account });
  expect(user).toMatchObject({ username: account.username, email, role: 'customer' });

  const row = { id: uuidv7(), name: 'Ann Lee', email: `${uuidv7()}@example.com` };
  const pushed = await customer.POST('/api/sync/push', { body: { referrals: [row] } });
  expect(pushed.data?.results).toMatchObject([
    { id: row.id, status: 'created', referral: { name: row.name, userId: user?.id } },
  ]);

  const pull = async (since: string) => {
    const { data } = await customer.GET('/api/referrals', { params: { query: { since } } });
    if (!data || !('cursor' in data))
      throw new Error('a read with a cursor was answered by a list');
    return data;
  };
  const first = await pull('');
  expect(first.upserts).toMatchObject([{ id: row.id, status: 'submitted' }]);

  const admin = clientOf((await makeAdmin(server)).client);
  const path = { id: row.id };
  const set = await admin.PATCH('/api/admin/referrals/{id}/status', {
    params: { path },
    body: { status: 'contact_made', expected: 'submitted' },
  });
  expect(set.data).toMatchObject({ id: row.id, status: 'contact_made', referrerEmail: email });

  const next = await pull(first.cursor);
  expect(next.upserts).toMatchObject([{ id: row.id, status: 'contact_made' }]);
});

test('a refusal reaches a generated client with its code', async () => {
  const nobody = clientOf(server.client());
  const body = { username: '', email: 'nowhere', password: 'correct horse' };
  const { error, response } = await nobody.POST('/api/signup', { body });
  expect(response.status).toBe(400);
  expect(error?.code).toBe('invalid');
  expect(Object.keys(error?.fields ?? {})).toEqual(expect.arrayContaining(['username', 'email']));
});
