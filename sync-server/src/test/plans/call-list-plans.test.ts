import { COUNT_MAX } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { CALL_LIST_MAX, type LeadOwner } from '@sunloop/shared-types/referrals/call-list.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { fillQuickly } from '../../../operate/install/seed/fill-quickly.ts';
import { writeSeedData } from '../../../operate/install/seed-data.ts';
import { makeAdmin } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { countRowsSeen, recordStatements } from './plans.ts';

/** Of these, far more wait for their first call than are counted. */
const SIZE = { users: 200, referrals: 60_000 };
/** A row is looked at in each step of a plan that it comes through. */
const STEPS = 20;

let server: TestServer;
// Plans are requested on a separate connection, so that the requests are not recorded.
let explainer: Orm;
beforeAll(async () => {
  server = await startTestServer();
  const { orm, url } = server.database;
  await fillQuickly(orm, async () => {
    await writeSeedData(orm, SIZE);
    await orm.em.fork().execute(`update referrals set status = 'submitted'`);
    await fillSearch(orm);
  });
  explainer = await openOrm({ url });
});
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

test.each<[LeadOwner | undefined]>([[undefined], ['nobody'], ['mine']])(
  'Where nobody has been called yet, the call list of %s looks at no more than it shows and counts',
  async (owner) => {
    const { client } = await makeAdmin(server);
    const recorded = recordStatements(server.database.orm);
    const { calls } = (await client.call(routes.callList, { query: owner ? { owner } : {} })).body;
    expect(calls).toHaveLength(owner === 'mine' ? 0 : CALL_LIST_MAX);
    const statements = recorded.take().filter((text) => text.includes('referral_search'));
    expect(statements).toHaveLength(2);
    const texts = statements.map((text) => ({ text, values: [] }));
    const [counted = 0, listed = 0] = await countRowsSeen(explainer, texts, 'custom');
    expect(counted).toBeLessThan(STEPS * COUNT_MAX);
    expect(listed).toBeLessThan(STEPS * CALL_LIST_MAX);
  },
);
