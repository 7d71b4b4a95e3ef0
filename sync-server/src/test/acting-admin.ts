import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from './people.ts';
import { startTestServer, type TestServer } from './server.ts';

/**
 * For test files about what admins do with referrals: a server and an admin, made before the tests, and what
 * is needed to act and to see the outcome.
 */
export function withActingAdmin() {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await makeAdmin(server);
  });
  afterAll(() => server.close());

  const execute = <Row extends object>(sql: string, params: unknown[] = []) =>
    server.sql<Row>(sql, params);
  const addReferral = async ({ client }: TestPerson): Promise<string> => {
    const body = { name: 'Some Friend', email: `${randomUUID()}@friend.example` };
    return (await client.call(routes.addReferral, { body })).body.id;
  };
  return {
    server: () => server,
    admin: () => admin,
    execute,
    addReferral,
    /** A referral of a new customer. */
    newReferral: async () => addReferral(await makeCustomer(server)),
    act: async (acts: ReferralAct[], by = admin): Promise<ReferralActResult[]> =>
      (await by.client.call(routes.actOnReferrals, { body: { acts } })).body.results,
    statusOf: async (id: string) => {
      const sql = 'select status from referrals where id = ?';
      return (await execute<{ status: string }>(sql, [id]))[0]?.status;
    },
    /** What the audit log says about a referral, oldest first. */
    auditOf: async (id: string) => {
      const sql = `select details from audit_logs where entity = 'referral' and entity_id = ?
        order by created_at, id`;
      return (await execute<{ details: string }>(sql, [id])).map(({ details }) => details);
    },
  };
}

export const toStatus = (id: string, status: ReferralStatus, expected = 'submitted') =>
  ({ act: 'status', id, status, expected }) as const;

export const outcomesOf = (results: ReferralActResult[]) => results.map(({ outcome }) => outcome);
