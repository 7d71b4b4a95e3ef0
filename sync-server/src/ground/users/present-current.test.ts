import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { recordStatements } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { addKey } from '../keys/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const told = async ({ client }: TestPerson) => (await client.call(routes.currentUser)).body;

test.each([
  ['a customer', () => makeCustomer(server)],
  ['an admin', () => makeAdmin(server)],
])('what %s is told of themselves is read by one statement', async (_, make) => {
  const person = await make();
  await told(person);
  const recorded = recordStatements(server.database.orm);
  await told(person);
  expect(recorded.take()).toEqual([expect.stringContaining('from sessions')]);
});

test('the answer to a sign-up tells the same as the next call', async () => {
  const client = server.client();
  const person = { username: 'told-alike', email: 'told@x.example', password: 'correct horse' };
  const body = { ...person, phone: '555 0100', address: '1 Sun Street' };
  const signedUp = await client.call(routes.signUp, { body });
  expect((await client.call(routes.currentUser)).body).toEqual(signedUp.body);
});

test('a newer key is told from the next call on, with a proof of its own', async () => {
  const person = await makeCustomer(server);
  const before = (await told(person)).handover?.split('.');
  const { id, publicKey } = await addKey(server.database.orm.em.fork(), 'handover');
  const after = (await told(person)).handover?.split('.');
  expect(after?.slice(0, 2)).toEqual([id, publicKey.toString('base64url')]);
  expect(after?.[2]).toBe(before?.[2]);
  expect(after?.[3]).not.toBe(before?.[3]);
});
