import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { writeSeedData } from '../../../operate/install/seed-data.ts';
import { makeCustomer } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { countRowsSeen, recordPrepared, type PlanKind } from './plans.ts';

const TELL_EVERYONE = `
  insert into user_achievements (id, user_id, achievement_id, is_earned, earned_at, delivered_at, progress)
  select gen_random_uuid(), u.id, a.id, 'true', now(), now(), 1 from users u, achievements a
  on conflict do nothing`;

let server: TestServer;
// On a separate connection, so that the requests are not recorded.
let explainer: Orm;
beforeAll(async () => {
  server = await startTestServer();
  await writeSeedData(server.database.orm, { users: 50, referrals: 500 });
  explainer = await openOrm({ url: server.database.url });
});
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

// Every call reads the session, and an open app asks for news every five seconds.
test.each<PlanKind>(['custom', 'generic'])(
  'what people have been told about costs a session read nothing, with a %s plan',
  async (kind) => {
    const { client, user } = await makeCustomer(server);
    await server.sql('delete from user_achievements');
    const recorded = recordPrepared(server.database.orm);
    await client.call(routes.checkAchievements, { params: { userId: user.id } });
    const statements = [...recorded];
    expect(statements).toHaveLength(1);
    await server.sql('analyze');
    const before = await countRowsSeen(explainer, statements, kind);
    await server.sql(TELL_EVERYONE);
    await server.sql('analyze');
    expect(await countRowsSeen(explainer, statements, kind)).toEqual(before);
  },
);

const ADD = `insert into referrals (id, user_id, name, email, status)
  select gen_random_uuid(), u.id, 'Friend', gen_random_uuid() || '@x.example', 'submitted'
  from users u, generate_series(1, :each) where (u.id = :user) = :isOwn`;

test.each<PlanKind>(['custom', 'generic'])(
  'what others added since costs the check of an old list nothing, with a %s plan',
  async (kind) => {
    const { client, user } = await makeCustomer(server);
    const add = (isOwn: boolean, each: number) => server.sql(ADD, { user: user.id, isOwn, each });
    await add(true, 20);
    const recorded = recordPrepared(server.database.orm);
    await client.call(routes.checkAchievements, { params: { userId: user.id } });
    const statements = recorded.filter(({ text }) => text.includes('from sessions'));
    expect(statements).toHaveLength(1);
    await add(false, 5);
    await server.sql('analyze');
    const before = await countRowsSeen(explainer, statements, kind);
    await add(false, 50);
    await server.sql('analyze');
    expect(await countRowsSeen(explainer, statements, kind)).toEqual(before);
  },
);
