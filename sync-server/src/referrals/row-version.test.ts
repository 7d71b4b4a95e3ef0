import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../test/people.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { waitUntilBlocked } from '../test/waiting.ts';

const CHANGES = 12;
/** Fewer than a process has connections, because each holds one while it waits for its turn. */
const AT_ONCE = 8;

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const newEm = () => server.database.orm.em.fork();

async function aReferral() {
  const { client } = await makeCustomer(server);
  const body = { name: 'Some Body', email: `${randomUUID()}@x.example` };
  return (await client.call(routes.addReferral, { body })).body;
}

const STATUSES = ['contact_made', 'in_progress', 'completed', 'submitted'] as const;
async function change(id: string, place: number): Promise<AdminReferral> {
  const body = { status: STATUSES[place % STATUSES.length] };
  return (await admin.client.call(routes.changeReferralStatus, { params: { id }, body })).body;
}

const AS_SENT = `to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const APPEND = `update referrals set name = name || '+' where id = ?
  returning length(name) as place, ${AS_SENT} as at`;
interface Appended {
  readonly place: number;
  readonly at: string;
}
async function append(em: SqlEntityManager, id: string): Promise<Appended> {
  const [row] = await em.execute<Appended[]>(APPEND, [id]);
  if (!row) throw new Error('there is no such referral');
  return row;
}

function expectRising(times: readonly string[]): void {
  for (const [at, time] of times.entries()) {
    if (at > 0) expect(Date.parse(time)).toBeGreaterThan(Date.parse(times[at - 1] ?? ''));
  }
}

test('each change of status has a later time than the one before', async () => {
  const { id, updatedAt } = await aReferral();
  const times = [updatedAt];
  for (let place = 0; place < CHANGES; place += 1) times.push((await change(id, place)).updatedAt);
  expectRising(times);
});

test('changes of status that come at once each have a different time', async () => {
  const { id, updatedAt } = await aReferral();
  const places = Array.from({ length: AT_ONCE }, (_, place) => place);
  const answers = await Promise.all(places.map((place) => change(id, place)));
  const sql = "select 1 from audit_logs where entity_id = ? and action = 'referral.status'";
  const changes = await newEm().execute(sql, [id]);
  // A call that found its status already set answers with the time of the call that set it.
  const times = new Set(answers.map((answer) => answer.updatedAt).filter((at) => at !== updatedAt));
  expect(times.size).toBe(changes.length);
});

test('times increase in the order of the commits, whoever began first', async () => {
  const { id } = await aReferral();
  const changed = await Promise.all(Array.from({ length: AT_ONCE }, () => append(newEm(), id)));
  expectRising(changed.toSorted((one, two) => one.place - two.place).map(({ at }) => at));
});

test('changes within one transaction and one millisecond have increasing times in whole milliseconds', async () => {
  const { id } = await aReferral();
  const times = await newEm().transactional(async (tx) => {
    const changed: string[] = [];
    for (let place = 0; place < CHANGES; place += 1) changed.push((await append(tx, id)).at);
    return changed;
  });
  expectRising(times);
  const sql = `select date_trunc('milliseconds', updated_at) = updated_at and
    date_trunc('milliseconds', created_at) = created_at as "isWhole" from referrals where id = ?`;
  expect(await newEm().execute(sql, [id])).toEqual([{ isWhole: true }]);
});

test('a transaction that began before a change but writes after it has the later time', async () => {
  const { id, updatedAt } = await aReferral();
  const times = await newEm().transactional(async (early) => {
    await early.execute('select now()');
    const between = await change(id, 0);
    return [updatedAt, between.updatedAt, (await append(early, id)).at];
  });
  expectRising([...times, (await change(id, 1)).updatedAt]);
});

test('a change that waited for another has the later time', async () => {
  const { id } = await aReferral();
  const { first, second } = await newEm().transactional(async (tx) => {
    const { at } = await append(tx, id);
    const waiting = change(id, 0);
    await waitUntilBlocked(server.database);
    return { first: at, second: { waiting } };
  });
  expectRising([first, (await second.waiting).updatedAt]);
});

test('a clock that stepped back makes no change look older than the one before', async () => {
  const { id } = await aReferral();
  await newEm().transactional(async (tx) => {
    await tx.execute('alter table referrals disable trigger referrals_touch');
    await tx.execute("update referrals set updated_at = '2999-01-01T00:00:00Z' where id = ?", [id]);
    await tx.execute('alter table referrals enable trigger referrals_touch');
  });
  expect((await change(id, 0)).updatedAt).toBe('2999-01-01T00:00:00.001Z');
  expect((await change(id, 1)).updatedAt).toBe('2999-01-01T00:00:00.002Z');
});
