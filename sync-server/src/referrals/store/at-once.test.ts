import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitsOrEnds } from '../../test/waiting.ts';

let server: TestServer;
let people: TestPerson[];
beforeAll(async () => {
  server = await startTestServer();
  people = await Promise.all(Array.from({ length: 5 }, () => makeCustomer(server)));
});
afterAll(() => server.close());

const newRow = () => ({ id: randomUUID(), name: 'Some Body', email: `${randomUUID()}@x.example` });
const path = routes.addReferral.path;
const headers = { 'Content-Type': 'application/json' };
const add = async ({ client }: TestPerson, row: unknown) => {
  const answer = await client.fetch(path, { method: 'POST', headers, body: JSON.stringify(row) });
  return { status: answer.status, body: (await answer.json()) as { id?: string; code?: string } };
};
const storedOf = async ({ client }: TestPerson) =>
  (await client.call(routes.listReferrals)).body.map(({ id }) => id);

test('50 referrals of five users at once are each stored for their own user', async () => {
  const sent = Array.from({ length: 50 }, (_, at) => ({ owner: people[at % 5], row: newRow() }));
  const before = await Promise.all(people.map(storedOf));
  const answers = await Promise.all(sent.map(({ owner, row }) => add(owner as TestPerson, row)));
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 201));
  expect(answers.map(({ body }) => body.id)).toEqual(sent.map(({ row }) => row.id));
  for (const [at, person] of people.entries()) {
    const mine = sent.filter(({ owner }) => owner === person).map(({ row }) => row.id);
    const stored = await storedOf(person);
    expect(new Set(stored)).toEqual(new Set([...(before[at] ?? []), ...mine]));
    const { body } = await person.client.call(routes.stats);
    expect(body.totalReferrals).toBe(stored.length);
  }
});

test('50 referrals of one user at once, with an id and a person that come twice, are judged one by one', async () => {
  const owner = await makeCustomer(server);
  const rows = Array.from({ length: 48 }, newRow);
  const [first] = rows as [ReturnType<typeof newRow>];
  const answers = await Promise.all([
    ...rows.map((row) => add(owner, row)),
    add(owner, first),
    add(owner, { ...newRow(), email: first.email.toUpperCase() }),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(48);
  // Which of the two about one person came first does not matter.
  const isTwinFirst = statuses[49] === 201;
  expect([statuses[0], statuses[48]].toSorted()).toEqual(isTwinFirst ? [409, 409] : [200, 201]);
  expect(answers[49]?.body.code).toBe(isTwinFirst ? undefined : 'duplicate_referral');
  expect(await storedOf(owner)).toHaveLength(48);
  const earned = (
    await owner.client.call(routes.achievements, { params: { userId: owner.user.id } })
  ).body.earned;
  expect(earned.length).toBeGreaterThan(0);
});

test('a row refused among good ones is refused alone', async () => {
  const [owner, other] = people as [TestPerson, TestPerson];
  const taken = newRow();
  await add(other, taken);
  const bad = [
    { ...newRow(), email: owner.user.email },
    { ...taken, email: `${randomUUID()}@x.example` },
  ];
  const good = Array.from({ length: 10 }, newRow);
  const answers = await Promise.all([...bad, ...good].map((row) => add(owner, row)));
  expect(answers.map(({ body, status }) => body.code ?? status)).toEqual([
    'self_referral',
    'id_conflict',
    ...good.map(() => 201),
  ]);
});

test('a database error in one row affects no other row', async () => {
  const [owner, other] = people as [TestPerson, TestPerson];
  const { orm } = server.database;
  // Represents anything that shows only when the row is written.
  await orm.em.fork().execute(`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.name = 'Poison' then raise exception 'poison'; end if;
      return new;
    end $$;
    create trigger poison before insert on referrals for each row execute function refuse_poison()`);
  const rows = Array.from({ length: 9 }, newRow);
  const answers = await Promise.all([
    add(other, newRow()),
    add(owner, { ...newRow(), name: 'Poison' }),
    ...rows.map((row) => add(owner, row)),
    ...rows.map(() => add(other, newRow())),
  ]);
  await orm.em.fork().execute('drop function refuse_poison cascade');
  expect(answers.map(({ status }) => status)).toEqual([201, 500, ...Array(18).fill(201)]);
});

test('a user made inactive is refused while others are served', async () => {
  const [other] = people as [TestPerson];
  const gone = await makeCustomer(server);
  // The session is looked up before the row is judged; in between, the user is deleted.
  const { answers } = await server.database.orm.em.fork().transactional(async (tx) => {
    await tx.execute(`update users set is_active = 'false' where id = ?`, [gone.user.id]);
    const late = add(gone, newRow());
    expect(await waitsOrEnds(server.database, late)).toBe('waits');
    const beside = await Promise.all([add(other, newRow()), add(other, newRow())]);
    expect(beside.map(({ status }) => status)).toEqual([201, 201]);
    return { answers: { late } };
  });
  expect((await answers.late).status).toBe(401);
  expect((await add(other, newRow())).status).toBe(201);
});
