import type { User } from '@sunloop/shared-types/ground/user.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { TestClient } from './client.ts';
import type { TestServer } from './server.ts';

export interface TestPerson {
  readonly client: TestClient;
  readonly user: User;
}

/** A new customer, signed in. */
export async function makeCustomer(
  server: Pick<TestServer, 'client'>,
  fields = {},
): Promise<TestPerson> {
  const client = server.client();
  const user = await client.signUp(`c-${randomUUID().slice(0, 13)}`, fields);
  return { client, user };
}

/** A new admin, signed in. */
export async function makeAdmin(server: TestServer): Promise<TestPerson> {
  const { client, user } = await makeCustomer(server);
  const sql = "update users set role = 'admin' where id = ?";
  await server.sql(sql, [user.id]);
  return { client, user: (await client.call(routes.currentUser)).body };
}

/** Hands in so many friends of a person's at once; answers their ids in that order. */
export async function refer({ client }: TestPerson, count: number): Promise<string[]> {
  const referrals = Array.from({ length: count }, (_, index) => {
    const id = uuidv7();
    return { id, name: `Friend ${index + 1}`, email: `${id}@example.com` };
  });
  await client.call(routes.pushReferrals, { body: { referrals } });
  return referrals.map(({ id }) => id);
}
