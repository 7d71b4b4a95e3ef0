import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { makeAdmin, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

// Two processes on one database, so that no lock in one process's memory can help.
let first: TestServer;
let second: TestServer;
let secondOrm: Orm;
beforeAll(async () => {
  first = await startTestServer();
  secondOrm = await openOrm({ url: first.database.url });
  second = await startTestServer({ database: first.database, orm: secondOrm });
});
afterAll(async () => {
  await second.close();
  await secondOrm.close(true);
  await first.close();
});

const execute = (sql: string) => first.database.orm.em.fork().execute<{ count: number }[]>(sql);
beforeEach(() => execute("update users set role = 'customer' where role = 'admin'"));

const route = routes.changeUser;
const demote = ({ client }: TestPerson, other: TestPerson, body: object) =>
  client.fetch(route.path.replace(':id', other.user.id), {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

async function activeAdmins(): Promise<number> {
  const sql = `select count(*)::int as count from users where role = 'admin' and is_active = 'true'`;
  return (await execute(sql))[0]?.count ?? 0;
}

test.each([{ role: 'customer' }, { isActive: 'false' }])(
  'The last active admin cannot be changed to %j, and no part of the change is stored',
  async (body) => {
    const admin = await makeAdmin(first);
    const inactive = await makeAdmin(first);
    await admin.client.call(route, {
      params: { id: inactive.user.id },
      body: { isActive: 'false' },
    });
    const params = { id: admin.user.id };
    const answer = await admin.client.refuse(route, { params, body: { ...body, phone: '1' } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    expect((await admin.client.call(routes.currentUser)).body).toMatchObject(admin.user);
  },
);

test('One of two admins may step down', async () => {
  const admin = await makeAdmin(first);
  await makeAdmin(first);
  await admin.client.call(route, { params: { id: admin.user.id }, body: { role: 'customer' } });
  expect((await admin.client.refuse(routes.users)).status).toBe(403);
});

test.each([{ role: 'customer' }, { isActive: 'false' }])(
  'Two admins who change each other to %j at once leave one',
  async (body) => {
    for (let round = 0; round < 8; round += 1) {
      await execute("update users set role = 'customer' where role = 'admin'");
      const ada = await makeAdmin(first);
      const grace = await makeAdmin(second);
      const answers = await Promise.all([demote(ada, grace, body), demote(grace, ada, body)]);
      expect(await activeAdmins()).toBe(1);
      // The second call waits and is refused with that, unless its admin had lost their rights before it came.
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
    }
  },
);
