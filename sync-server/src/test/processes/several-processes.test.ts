import { LOGIN_MAX_PER_EMAIL_AND_ADDRESS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../client.ts';
import { createTestDatabase } from '../database.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../people.ts';
import { Puller } from '../puller.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { startSecondProcess } from './second-process.ts';
import { startWorkerGroup } from './worker-group.ts';

interface Installation {
  readonly server: TestServer;
  /** The same person at all processes, as a balancer would spread the calls. */
  spread(client: TestClient): readonly [TestClient, TestClient, ...TestClient[]];
  close(): Promise<void>;
}

async function startTwo(): Promise<Installation> {
  const server = await startTestServer();
  const second = await startSecondProcess(server);
  return {
    server,
    spread: (client) => [client, client.at(second.url)],
    close: () => second.close().then(() => server.close()),
  };
}

/** Each call goes to the next of three workers. */
async function startThree(): Promise<Installation> {
  const database = await createTestDatabase();
  const group = await startWorkerGroup({ WEB_CONCURRENCY: '3', DATABASE_URL: database.url });
  const server: TestServer = {
    url: group.origin,
    database,
    client: group.client,
    sql: (text, params = []) => database.orm.em.fork().execute(text, params),
    close: group.stop,
  };
  return {
    server,
    spread: (client) => [client, client.at(group.origin), client.at(group.origin)],
    close: () => group.stop().then(database.drop),
  };
}

describe('With two processes on one database', () => testTogether(startTwo));
describe('With three workers of one supervisor', { tags: 'sweep' }, () => testTogether(startThree));

function testTogether(startInstallation: () => Promise<Installation>): void {
  let installation: Installation;
  let first: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    installation = await startInstallation();
    first = installation.server;
    admin = await makeAdmin(first);
  });
  afterAll(() => installation.close());

  const atAll = (client: TestClient) => installation.spread(client);
  const person = () => ({
    id: randomUUID(),
    name: 'Some Body',
    email: `${randomUUID()}@example.com`,
  });
  const sql = <Row>(text: string, params: unknown[]) =>
    first.database.orm.em.fork().execute<Row[]>(text, params);

  test('a session started in one process is valid in the others and ends in all', async () => {
    const { client, user } = await makeCustomer(first);
    const [here, there, ...others] = atAll(client);
    expect((await there.call(routes.currentUser)).body.id).toBe(user.id);
    const twin = there.at(there.origin);
    await there.call(routes.logOut);
    for (const each of [here, twin, ...others])
      expect((await each.refuse(routes.currentUser)).status).toBe(401);
  });

  test('wrong passwords are counted together', async () => {
    const { user } = await makeCustomer(first);
    const clients = atAll(first.client());
    const body = { email: user.email, password: 'wrong' };
    const statuses: number[] = [];
    for (let count = 0; count <= LOGIN_MAX_PER_EMAIL_AND_ADDRESS; count += 1) {
      const refused = await clients[count % clients.length]?.refuse(routes.logIn, { body });
      statuses.push(refused?.status ?? 0);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('ten completions at once by all take each rung once', async () => {
    const { client, user } = await makeCustomer(first);
    const referrals = Array.from({ length: 10 }, person);
    await client.call(routes.pushReferrals, { body: { referrals } });
    const admins = atAll(admin.client);
    const complete = async ({ id }: { id: string }, index: number) =>
      admins[index % admins.length]?.call(routes.changeReferralStatus, {
        params: { id },
        body: { status: 'completed' },
      });
    await Promise.allSettled(referrals.map(complete));
    // On a busy machine some wait too long and are refused with 503; completing the others again changes nothing.
    for (const [index, referral] of referrals.entries()) await complete(referral, index);
    const rungs = await sql<{ ordinal: number }>(
      'select ordinal from referrals where user_id = ? order by ordinal',
      [user.id],
    );
    expect(rungs.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { rewardsEarned } = (await client.call(routes.stats)).body;
    expect(rewardsEarned).toBe('$5,400');
  });

  test('one referral completed by all at once is paid once and noted once', async () => {
    const { client } = await makeCustomer(first);
    const { body: referral } = await client.call(routes.addReferral, { body: person() });
    const call = { params: { id: referral.id }, body: { status: 'completed' } };
    const admins = [...atAll(admin.client), ...atAll(admin.client)];
    await Promise.all(admins.map((each) => each.call(routes.changeReferralStatus, call)));
    expect((await client.call(routes.rewardHistory)).body).toHaveLength(1);
    const noted = "select 1 from audit_logs where entity_id = ? and action = 'referral.status'";
    expect(await sql(noted, [referral.id])).toHaveLength(1);
  });

  test('a batch sent to all at once is stored once', async () => {
    const { client } = await makeCustomer(first);
    const referrals = Array.from({ length: 50 }, person);
    const answers = await Promise.all(
      [...atAll(client), ...atAll(client)].map((each) =>
        each.call(routes.pushReferrals, { body: { referrals } }),
      ),
    );
    const statuses = answers.flatMap(({ body }) => body.results.map(({ status }) => status));
    expect(statuses.filter((status) => status === 'created')).toHaveLength(50);
    expect(statuses.filter((status) => status === 'stored')).toHaveLength(
      (answers.length - 1) * 50,
    );
    expect((await client.call(routes.listReferrals)).body).toHaveLength(50);
  });

  test('a quote converted by all at once becomes one referral', async () => {
    const { client, user } = await makeCustomer(first);
    const body = { ...person(), phone: '+1 555 0100' };
    const quote = (await first.client().call(routes.requestQuote, { body })).body;
    const call = { params: { id: quote.id }, body: { status: 'converted', userId: user.id } };
    const answers = await Promise.all(
      atAll(admin.client).map((each) => each.call(routes.changeQuote, call)),
    );
    const [referral, ...others] = (await client.call(routes.listReferrals)).body;
    expect(others).toEqual([]);
    for (const answer of answers) expect(answer.body.referralId).toBe(referral?.id);
  });

  test('a device that pulls from any while all write ends up with everything', async () => {
    const { client } = await makeCustomer(first);
    const [here, there] = atAll(client);
    const device = new Puller(here, routes.pullReferrals);
    await device.pull();
    for (let round = 0; round < 5; round += 1) {
      const writes = [here, there, here, there].map((each) =>
        each.call(routes.addReferral, { body: person() }),
      );
      await Promise.all([...writes, device.pull()]);
      device.moveTo(round % 2 === 0 ? there : here);
    }
    expect((await device.pull()).full).toBe(false);
    expect(device.rows()).toEqual((await client.call(routes.listReferrals)).body);
  });
}
