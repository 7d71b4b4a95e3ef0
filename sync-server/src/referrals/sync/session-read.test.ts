import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { recordPrepared } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { stopCounting } from '../../test/uncounted.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await stopCounting(server.database.orm);
});
afterAll(() => server.close());

const { pullReferrals, addReferral } = routes;

/** The cursor from before one referral was added, which a read since then gives. */
async function addAfterCursor({ client }: TestPerson): Promise<string> {
  const { cursor } = (await client.call(pullReferrals, { query: { since: '' } })).body;
  const body = { name: 'Ann Lee', email: `${randomUUID()}@example.com` };
  await client.call(addReferral, { body });
  return cursor;
}

test('the changes of a list come with the session, by one statement', async () => {
  const person = await makeCustomer(server);
  const query = { since: await addAfterCursor(person) };
  const statements = recordPrepared(server.database.orm);
  const { body } = await person.client.call(pullReferrals, { query });
  expect(statements).toHaveLength(1);
  expect(body).toMatchObject({ full: false, upserts: [{ name: 'Ann Lee' }] });
});

const REFUSALS: readonly [string, string, { status: number; code: string }][] = [
  [
    'that has ended',
    `update sessions set expires_at = now() where user_id = ?`,
    { status: 401, code: 'unauthenticated' },
  ],
  [
    'of an inactive account',
    `update users set is_active = 'false' where id = ?`,
    { status: 403, code: 'inactive' },
  ],
];

test.each(REFUSALS)('a session %s gives no changes', async (_, change, { status, code }) => {
  const person = await makeCustomer(server);
  const query = { since: await addAfterCursor(person) };
  await server.database.orm.em.fork().execute(change, [person.user.id]);
  const refused = await person.client.refuse(pullReferrals, { query });
  expect(refused).toMatchObject({ status, body: { code } });
  expect(JSON.stringify(refused.body)).not.toContain('Ann Lee');
});

test('nobody gets the changes of whoever else is signed in, or of whose cursor it is', async () => {
  const [person, other] = [await makeCustomer(server), await makeCustomer(server)];
  const since = await addAfterCursor(person);
  const headers = { [EXPECTED_USER_HEADER]: other.user.id };
  const path = `${pullReferrals.path}?since=${since}`;
  const meantForOther = await person.client.fetch(path, { headers });
  expect(meantForOther.status).toBe(409);
  expect(await meantForOther.text()).not.toContain('Ann Lee');
  const byOther = await other.client.call(pullReferrals, { query: { since } });
  expect(byOther.body).toMatchObject({ full: true, upserts: [] });
});
