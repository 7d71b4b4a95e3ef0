import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { makeAdmin, type TestPerson } from '../../test/people.ts';
import { findSeqScans, recordStatements } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let explainer: Orm;
let recorded: ReturnType<typeof recordStatements>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  await server.sql(
    `insert into users (id, username, email, password, referral_code)
     select gen_random_uuid(), 'user ' || n, n || '@x.example', '', 'CODE' || n from generate_series(1, 20000) n`,
  );
  await server.sql('analyze users');
  explainer = await openOrm({ url: server.database.url });
  recorded = recordStatements(server.database.orm);
});
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

test.each(['created', '-created', 'email', '-email'])(
  'the first pages sorted by %s are read by an index',
  async (sort) => {
    const read = async (path: string) => {
      recorded.take();
      const { headers } = await admin.client.fetch(path);
      const statements = recorded.take();
      expect(statements.some((one) => one.includes('order by'))).toBe(true);
      for (const one of statements) expect(await findSeqScans(explainer, one)).toEqual([]);
      return /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    };
    const next = await read(`${routes.users.path}?sort=${sort}&limit=50`);
    expect(await read(next)).toContain('after=');
  },
);
