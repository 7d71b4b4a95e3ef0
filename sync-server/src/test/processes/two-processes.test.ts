import { LOGIN_MAX_PER_EMAIL_AND_ADDRESS, routes } from '@sunloop/shared-types';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../client.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../people.ts';
import { Puller } from '../puller.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { startSecondProcess, type SecondProcess } from './second-process.ts';

let first: TestServer;
let second: SecondProcess;
let admin: TestPerson;
beforeAll(async () => {
  first = await startTestServer();
  second = await startSecondProcess(first);
  admin = await makeAdmin(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** The same person at both processes, as a balancer would spread the calls. */
const atBoth = (client: TestClient) => [client, client.at(second.url)] as const;
const person = () => ({
  id: randomUUID(),
  name: 'Some Body',
  email: `${randomUUID()}@example.com`,
});
const sql = <Row>(text: string, params: unknown[]) =>
  first.database.orm.em.fork().execute<Row[]>(text, params);

test('a session started in one process is valid in the other and ends in both', async () => {
  const { client, user } = await makeCustomer(first);
  const [here, there] = atBoth(client);
  expect((await there.call(routes.currentUser)).body.id).toBe(user.id);
  const twin = there.at(second.url);
  await there.call(routes.logOut);
  expect((await here.refuse(routes.currentUser)).status).toBe(401);
  expect((await twin.refuse(routes.currentUser)).status).toBe(401);
});

test('wrong passwords are counted together', async () => {
  const { user } = await makeCustomer(first);
  const clients = atBoth(first.client());
  const body = { email: user.email, password: 'wrong' };
  const statuses: number[] = [];
  for (let count = 0; count <= LOGIN_MAX_PER_EMAIL_AND_ADDRESS; count += 1) {
    const refused = await clients[count % 2]?.refuse(routes.logIn, { body });
    statuses.push(refused?.status ?? 0);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('ten completions at once by both take each rung once', async () => {
  const { client, user } = await makeCustomer(first);
  const referrals = Array.from({ length: 10 }, person);
  await client.call(routes.pushReferrals, { body: { referrals } });
  const [here, there] = atBoth(admin.client);
  const complete = ({ id }: { id: string }, index: number) =>
    (index % 2 === 0 ? here : there).call(routes.changeReferralStatus, {
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

test('one referral completed by both at once is paid once', async () => {
  const { client } = await makeCustomer(first);
  const { body: referral } = await client.call(routes.addReferral, { body: person() });
  const call = { params: { id: referral.id }, body: { status: 'completed' } };
  const admins = [...atBoth(admin.client), ...atBoth(admin.client)];
  await Promise.all(admins.map((each) => each.call(routes.changeReferralStatus, call)));
  expect((await client.call(routes.rewardHistory)).body).toHaveLength(1);
});

test('a batch sent to both at once is stored once', async () => {
  const { client } = await makeCustomer(first);
  const referrals = Array.from({ length: 50 }, person);
  const calls = [...atBoth(client), ...atBoth(client)].map((each) =>
    each.call(routes.pushReferrals, { body: { referrals } }),
  );
  const statuses = (await Promise.all(calls)).flatMap(({ body }) =>
    body.results.map(({ status }) => status),
  );
  expect(statuses.filter((status) => status === 'created')).toHaveLength(50);
  expect(statuses.filter((status) => status === 'stored')).toHaveLength(150);
  expect((await client.call(routes.listReferrals)).body).toHaveLength(50);
});

test('a quote converted by both at once becomes one referral', async () => {
  const { client, user } = await makeCustomer(first);
  const body = { ...person(), phone: '+1 555 0100' };
  const quote = (await first.client().call(routes.requestQuote, { body })).body;
  const call = { params: { id: quote.id }, body: { status: 'converted', userId: user.id } };
  const answers = await Promise.all(
    atBoth(admin.client).map((each) => each.call(routes.changeQuote, call)),
  );
  const [referral, ...others] = (await client.call(routes.listReferrals)).body;
  expect(others).toEqual([]);
  for (const answer of answers) expect(answer.body.referralId).toBe(referral?.id);
});

test('a device that pulls from either while both write ends up with everything', async () => {
  const { client } = await makeCustomer(first);
  const [here, there] = atBoth(client);
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
