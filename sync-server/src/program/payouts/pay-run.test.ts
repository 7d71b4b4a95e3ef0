import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const setStatus = (id: string, status: string) =>
  admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });
async function earn(person: TestPerson, count: number): Promise<string[]> {
  const ids = await refer(person, count);
  for (const id of ids) await setStatus(id, 'completed');
  return ids;
}
const findRun = async () => (await admin.client.call(routes.payRun)).body;
const owedTo = async ({ user }: TestPerson) =>
  (await findRun()).people.find(({ userId }) => userId === user.id);
const note = (id: string, receivedOn: string | null) =>
  admin.client.call(routes.noteTaxForm, { params: { id }, body: { receivedOn } });

test('Everybody who is owed money is listed with what for, and what they were paid this year', async () => {
  const person = await makeCustomer(server);
  await earn(person, 3);
  const all = await owedTo(person);
  expect(all).toMatchObject({
    username: person.user.username,
    email: person.user.email,
    owedCents: 100_000,
    paidThisYearCents: 0,
    formReceivedOn: null,
  });
  expect(all?.lines.map(({ amount }) => amount)).toEqual(['$300', '$300', '$400']);
  const ids = all?.lines.slice(0, 2).map(({ id }) => id);
  const body = { ids, isPaid: 'true', method: 'check', reference: '1042' };
  await admin.client.call(routes.markPayouts, { body });
  const rest = { owedCents: 40_000, paidThisYearCents: 60_000, lines: [{ amount: '$400' }] };
  expect(await owedTo(person)).toMatchObject(rest);
  const told = async () =>
    (await person.client.call(routes.rewardHistory)).body.map(({ paidHow }) => paidHow);
  expect(await told()).toEqual([undefined, 'by check, no. 1042', 'by check, no. 1042']);
  const { rewards } = (await person.client.call(routes.exportAccount)).body;
  expect(rewards.at(-1)).toMatchObject({ paidMethod: 'check', paidReference: '1042' });
  const marks = 'select method, reference from payout_marks where reward_id = ?';
  expect(await server.sql(marks, [ids?.[0]])).toEqual([{ method: 'check', reference: '1042' }]);

  await admin.client.call(routes.markPayouts, { body: { ids, isPaid: 'false' } });
  expect(await owedTo(person)).toMatchObject({ owedCents: 100_000, paidThisYearCents: 0 });
  expect(await told()).toEqual([undefined, undefined, undefined]);
});

test('What was taken back is among the lines, and nobody who has had all is listed', async () => {
  const person = await makeCustomer(server);
  const [first] = await earn(person, 2);
  await setStatus(first ?? '', 'in_progress');
  const owed = await owedTo(person);
  expect(owed?.owedCents).toBe(30_000);
  expect(owed?.lines.map(({ amountCents }) => amountCents)).toEqual([30_000, 30_000, -30_000]);
  const ids = owed?.lines.map(({ id }) => id);
  await admin.client.call(routes.markPayouts, { body: { ids, isPaid: 'true' } });
  expect(await owedTo(person)).toBeUndefined();
});

test('A tax form is noted by its day, changed and taken back, each in the audit log and twice as once', async () => {
  const person = await makeCustomer(server);
  await earn(person, 1);
  const { id } = person.user;
  await note(id, '2026-02-03');
  await note(id, '2026-02-03');
  expect((await owedTo(person))?.formReceivedOn).toBe('2026-02-03');
  await note(id, '2026-02-04');
  await note(id, null);
  expect((await owedTo(person))?.formReceivedOn).toBeNull();
  const sql = `select details from audit_logs where action = 'user.tax_form' and entity_id = ?
    order by created_at, id`;
  expect((await server.sql<{ details: string }>(sql, [id])).map(({ details }) => details)).toEqual([
    'tax form received: none → 2026-02-03',
    'tax form received: 2026-02-03 → 2026-02-04',
    'tax form received: 2026-02-04 → none',
  ]);
});

test('A tax form needs a day that exists and a person who does', async () => {
  const params = { id: admin.user.id };
  const body = { receivedOn: '2026-02-31' };
  expect((await admin.client.refuse(routes.noteTaxForm, { params, body })).status).toBe(400);
  const nobody = { params: { id: randomUUID() }, body: { receivedOn: null } };
  expect((await admin.client.refuse(routes.noteTaxForm, nobody)).status).toBe(404);
});

test('The limit is a setting, and the reference of an erased person’s payment is forgotten', async () => {
  const { year, formOverCents } = await findRun();
  expect([year, formOverCents]).toEqual([new Date().getUTCFullYear(), 200_000]);
  const key = 'payouts.form_over_dollars';
  await admin.client.call(routes.changeSetting, { params: { key }, body: { value: '1000.1' } });
  expect((await findRun()).formOverCents).toBe(100_010);

  const person = await makeCustomer(server);
  await earn(person, 1);
  const ids = (await owedTo(person))?.lines.map(({ id }) => id);
  const body = { ids, isPaid: 'true', method: 'other', reference: 'handed to Ann Lee' };
  await admin.client.call(routes.markPayouts, { body });
  await admin.client.call(routes.eraseUser, { params: { id: person.user.id } });
  const marks = 'select method, reference from payout_marks where reward_id = ?';
  expect(await server.sql(marks, [ids?.[0]])).toEqual([{ method: 'other', reference: null }]);
});
