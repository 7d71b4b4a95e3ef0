import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

/** One of two who referred the same person, with what their device keeps of it. */
interface Side {
  readonly person: TestPerson;
  readonly row: PushRow;
  readonly receipt: string;
}

let earlier: Side;
let later: Side;
beforeEach(async () => {
  const email = `${uuidv7()}@friend.example`;
  earlier = await refer(email);
  later = await refer(email);
  await loseBoth();
});

async function refer(email: string): Promise<Side> {
  const person = await makeCustomer(server);
  const row = { id: uuidv7(), name: 'One Friend', email };
  await person.client.call(routes.pushReferrals, { body: { referrals: [row] } });
  return { person, row, receipt: await receiptOf({ person, row }) };
}

async function receiptOf({ person, row }: Omit<Side, 'receipt'>): Promise<string> {
  const { body } = await person.client.call(routes.receipts, { body: { ids: [row.id] } });
  return body.receipts[0] ?? expect.fail('no receipt');
}

/** The server is put back to before it received them. */
async function loseBoth(): Promise<void> {
  const ids = [earlier.row.id, later.row.id];
  for (const statement of [
    'delete from receipts where referral_id = any(?::uuid[])',
    'delete from referrals where id = any(?::uuid[])',
    'delete from referral_tombstones where id = any(?::uuid[])',
  ]) {
    await server.sql(statement, [`{${ids.join(',')}}`]);
  }
}

async function sendAgain({ person, row }: Side, receipts?: readonly string[]) {
  const body = { referrals: [row], isAgain: true, ...(receipts && { receipts: [...receipts] }) };
  const answer = await person.client.call(routes.pushReferrals, { body });
  await fillSearch(server.database.orm);
  return answer.body.results.map(({ status }) => status);
}

const caseOf = async ({ row: { id } }: Side) =>
  (await admin.client.call(routes.adminReferral, { params: { id } })).body.case ??
  expect.fail('no case');
const firstOf = async (side: Side) =>
  (await caseOf(side)).members.map(({ referral }) => referral.id);

const orders = () => ({
  first: [earlier.row.id, later.row.id],
  asTheyCame: [later.row.id, earlier.row.id],
});

test('who came first stays first after a restore, by the receipt that comes along, and the desk has both times', async () => {
  await sendAgain(later, [later.receipt]);
  expect(await sendAgain(earlier, [earlier.receipt])).toEqual(['created']);
  const { members, proposal } = await caseOf(later);
  expect(members.map(({ referral }) => referral.id)).toEqual(orders().first);
  for (const { referral, firstReceivedAt } of members) {
    expect(firstReceivedAt).toMatch(/Z$/);
    expect((firstReceivedAt ?? '') < referral.createdAt).toBe(true);
  }
  expect(proposal).toEqual({ rule: 'first_received', paid: [earlier.row.id] });
  expect(await receiptOf(earlier)).toBe(earlier.receipt);
});

test('a receipt that comes with a row that is there already is believed, twice as once', async () => {
  await sendAgain(later);
  await sendAgain(earlier);
  expect(await firstOf(later)).toEqual(orders().asTheyCame);
  await receiptOf(earlier);
  for (let times = 0; times < 2; times += 1) {
    expect(await sendAgain(earlier, [earlier.receipt])).toEqual(['stored']);
    expect(await firstOf(later)).toEqual(orders().first);
    expect(await receiptOf(earlier)).toBe(earlier.receipt);
  }
});

test('an altered receipt, another’s, and one of other details are not believed, and hold back nothing', async () => {
  await sendAgain(later);
  const altered = earlier.receipt.replace(/.{4}$/, 'AAAA');
  expect(await sendAgain(earlier, [altered, later.receipt, 'x', null as never])).toEqual([
    'created',
  ]);
  expect(await firstOf(later)).toEqual(orders().asTheyCame);
  await server.sql("update referrals set name = 'Other Friend' where id = ?", [earlier.row.id]);
  await sendAgain(earlier, [earlier.receipt]);
  expect(await firstOf(later)).toEqual(orders().asTheyCame);
});

test('a receipt cannot bring a row before the server received it, nor bring back who was forgotten', async () => {
  await sendAgain(later);
  await sendAgain(earlier);
  const own = await receiptOf(earlier);
  await sendAgain(earlier, [own]);
  const { members } = await caseOf(earlier);
  expect(members.map(({ firstReceivedAt }) => firstReceivedAt)).toEqual([undefined, undefined]);
  await earlier.person.client.call(routes.forgetFriend, { params: { id: earlier.row.id } });
  await sendAgain(earlier, [earlier.receipt]);
  const kept = await server.sql('select person_hash from receipts where referral_id = ?', [
    earlier.row.id,
  ]);
  expect(kept).toEqual([{ person_hash: null }]);
});
