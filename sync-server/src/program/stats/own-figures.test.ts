import { randomUUID } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { recordPrepared } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function add({ client }: TestPerson, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const body = { name: 'Ann Lee', email: `${randomUUID()}@example.com` };
    await client.call(routes.addReferral, { body });
  }
}

test('a customer’s figures come with the session by one statement, also before the first referral', async () => {
  const person = await makeCustomer(server);
  const statements = recordPrepared(server.database.orm);
  const none = { totalReferrals: 0, successfulReferrals: 0, pendingReferrals: 0 };
  expect((await person.client.call(routes.stats)).body).toMatchObject(none);
  expect(statements).toHaveLength(1);
  await add(person, 1);
  const one = { totalReferrals: 1, successfulReferrals: 0, pendingReferrals: 1 };
  expect((await person.client.call(routes.stats)).body).toMatchObject(one);
});

test('people who ask at the same moment each get their own figures', async () => {
  const people = await Promise.all([0, 1, 2, 3].map(() => makeCustomer(server)));
  for (const [count, person] of people.entries()) await add(person, count);
  const answers = await Promise.all(people.map(({ client }) => client.call(routes.stats)));
  expect(answers.map(({ body }) => body.totalReferrals)).toEqual([0, 1, 2, 3]);
});
