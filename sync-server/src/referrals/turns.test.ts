import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../test/people.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { waitsOrEnds, waitUntilBlocked } from '../test/waiting.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

let held: TestPerson;
let free: TestPerson;
beforeEach(async () => {
  [held, free] = await Promise.all([makeCustomer(server), makeCustomer(server)]);
});

const person = () => ({ name: 'Some Body', email: `${randomUUID()}@x.example` });
const newRow = () => ({ ...person(), id: randomUUID() });
const push = async ({ client }: TestPerson, referrals: readonly unknown[] = [newRow()]) =>
  (await client.call(routes.pushReferrals, { body: { referrals } })).body.results;
const add = async ({ client }: TestPerson) =>
  (await client.call(routes.addReferral, { body: person() })).body;
const ofStored =
  (act: (id: string) => Promise<unknown>) =>
  async (owner: TestPerson): Promise<() => Promise<unknown>> => {
    const { id } = await add(owner);
    return () => act(id);
  };

/** Acts on a user's referrals: each prepares what it needs and resolves with the act itself. */
const ACTS: readonly [string, (owner: TestPerson) => Promise<() => Promise<unknown>>][] = [
  ['a push', async (owner) => () => push(owner)],
  ['a new referral', async (owner) => () => add(owner)],
  [
    'a quote by the link',
    async ({ user }) => {
      const body = { ...person(), phone: '1', referralCode: user.referralCode };
      return () => server.client().call(routes.requestQuote, { body });
    },
  ],
  [
    'a change of status',
    ofStored((id) => {
      const input = { params: { id }, body: { status: 'completed' } };
      return admin.client.call(routes.changeReferralStatus, input);
    }),
  ],
  [
    'an act of an admin',
    ofStored((id) => {
      const acts = [{ act: 'status', id, status: 'completed', expected: 'submitted' }];
      return admin.client.call(routes.actOnReferrals, { body: { acts } });
    }),
  ],
  ['a deletion', ofStored((id) => admin.client.call(routes.deleteReferral, { params: { id } }))],
];

test.each(ACTS)(
  '%s waits for other acts on the same user, and for nobody else',
  async (_, prepare) => {
    const [toHeld, toFree] = [await prepare(held), await prepare(free)];
    const hold = 'select 1 from users where id = ? for no key update';
    const { waited, answer } = await server.database.orm.em.fork().transactional(async (tx) => {
      await tx.execute(hold, [held.user.id]);
      await toFree();
      const call = toHeld();
      return { waited: await waitsOrEnds(server.database, call), answer: { call } };
    });
    expect(waited).toBe('waits');
    await answer.call;
  },
);

test('an id that another user is just taking is refused, and its person is free for the rows after it', async () => {
  const [row, behind] = [newRow(), newRow()];
  const referrals = [row, { ...behind, email: row.email }];
  let answer: ReturnType<typeof push> = Promise.resolve([]);
  await server.database.orm.em.fork().transactional(async (tx) => {
    const taken = `insert into referrals (id, user_id, name, email) values (?, ?, 'Foreign', 'f@x.example')`;
    await tx.execute(taken, [row.id, free.user.id]);
    answer = push(held, referrals);
    await waitUntilBlocked(server.database);
  });
  const results = await answer;
  expect(results.map(({ status, code }) => code ?? status)).toEqual(['id_conflict', 'created']);
  expect((await held.client.call(routes.listReferrals)).body).toMatchObject([{ id: behind.id }]);
});

test('two users whose batches share ids in opposite order both get their answers', async () => {
  const ids = Array.from({ length: 100 }, () => randomUUID());
  const rows = (order: readonly string[]) => order.map((id) => ({ ...person(), id }));
  const answers = await Promise.all([
    push(held, rows(ids)),
    push(free, rows(ids.toReversed())),
    push(held, rows(ids.toReversed())),
    push(free, rows(ids)),
  ]);
  const created = answers.flat().filter(({ status }) => status === 'created');
  expect(created).toHaveLength(100);
});
