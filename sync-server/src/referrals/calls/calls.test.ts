import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcomesOf, toStatus, withActingAdmin } from '../../test/acting-admin.ts';
import { aCall, dayAfter } from '../../test/calls.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';

const { act, addReferral, admin, auditOf, execute, newReferral, server, statusOf } =
  withActingAdmin();

const detailOf = async (id: string) =>
  (await admin().client.call(routes.adminReferral, { params: { id } })).body;
const leadOf = async (id: string) => (await detailOf(id)).lead;

test.each<[CallAct['outcome'], string, string | null]>([
  ['reached', 'contact_made', null],
  ['no_answer', 'submitted', dayAfter(1)],
  ['call_back', 'submitted', dayAfter(5)],
  ['not_interested', 'contact_made', null],
])('After %s a submitted referral is %s and due on %s', async (outcome, status, dueOn) => {
  const id = await newReferral();
  const [result] = await act([aCall(id, outcome)]);
  expect(result).toMatchObject({ id, outcome: 'done', referral: { status } });
  expect(await leadOf(id)).toMatchObject({ dueOn, ownerName: admin().user.username });
});

test('What has gone further keeps its status, and its day is cleared once they are reached', async () => {
  const id = await newReferral();
  await act([aCall(id, 'no_answer'), toStatus(id, 'in_progress')]);
  const [result] = await act([aCall(id, 'reached')]);
  expect(result).toMatchObject({ outcome: 'done', referral: { status: 'in_progress' } });
  expect(await leadOf(id)).toMatchObject({ dueOn: null });
});

test('The first call changes the status as an admin does: with its line, and the customer reads it', async () => {
  const customer = await makeCustomer(server());
  const id = await addReferral(customer);
  const { cursor } = (await customer.client.call(routes.pullReferrals, { query: { since: '' } }))
    .body;
  await act([aCall(id, 'reached', { note: 'Wants to hear more' })]);
  const { body } = await customer.client.call(routes.pullReferrals, { query: { since: cursor } });
  expect(body).toMatchObject({ upserts: [{ id, status: 'contact_made' }] });
  const lines = await auditOf(id);
  expect(lines.toSorted()).toEqual(['Reached', 'submitted → contact_made']);
});

test('A call that is sent again is stored once, whatever came after it', async () => {
  const id = await newReferral();
  const call = aCall(id, 'reached');
  const first = await act([call]);
  await act([toStatus(id, 'submitted', 'contact_made')]);
  expect(outcomesOf(await act([call, call]))).toEqual(['done', 'done']);
  expect(outcomesOf(first)).toEqual(['done']);
  expect(await statusOf(id)).toBe('submitted');
  expect((await detailOf(id)).calls).toHaveLength(1);
  expect(await auditOf(id)).toHaveLength(3);
});

test('The same key at another referral is another call', async () => {
  const [one, other] = [await newReferral(), await newReferral()];
  const call = aCall(one, 'reached');
  expect(outcomesOf(await act([call, { ...call, id: other }]))).toEqual(['done', 'done']);
  expect((await detailOf(other)).calls).toMatchObject([{ id: call.key }]);
});

test('A call about a deleted referral is gone, and holds back none of the others', async () => {
  const [gone, there] = [await newReferral(), await newReferral()];
  await act([{ act: 'delete', id: gone, expected: 'submitted' }]);
  const results = await act([aCall(gone, 'reached'), aCall(there, 'reached')]);
  expect(outcomesOf(results)).toEqual(['gone', 'done']);
});

test('Calls never conflict with a status that somebody else set meanwhile', async () => {
  const id = await newReferral();
  await act([toStatus(id, 'completed')], await makeAdmin(server()));
  expect(outcomesOf(await act([aCall(id, 'not_interested')]))).toEqual(['done']);
  expect(await statusOf(id)).toBe('completed');
});

test('The first who calls looks after the person', async () => {
  const id = await newReferral();
  const second = await makeAdmin(server());
  await act([aCall(id, 'no_answer')]);
  await act([aCall(id, 'reached')], second);
  const { calls, lead } = await detailOf(id);
  expect(lead).toMatchObject({ ownerId: admin().user.id });
  expect(calls).toMatchObject([
    { outcome: 'no_answer', username: admin().user.username },
    { outcome: 'reached', username: second.user.username },
  ]);
});

test('A call that is sent late does not move the day that a later one set', async () => {
  const id = await newReferral();
  await act([aCall(id, 'call_back')]);
  const calledAt = new Date(Date.now() - DAY_MS).toISOString();
  await act([aCall(id, 'reached', { calledAt })]);
  expect(await leadOf(id)).toMatchObject({ dueOn: dayAfter(5) });
  expect((await detailOf(id)).calls?.map(({ outcome }) => outcome)).toEqual([
    'reached',
    'call_back',
  ]);
});

test('Days are counted where the call was made', async () => {
  const [west, east] = [await newReferral(), await newReferral()];
  await act([
    aCall(west, 'no_answer', { calledAt: '2026-11-20T18:00:00.000-07:00' }),
    aCall(east, 'no_answer', { calledAt: '2026-11-21T06:00:00.000+10:00' }),
  ]);
  expect(await leadOf(west)).toMatchObject({ dueOn: '2026-11-21' });
  expect(await leadOf(east)).toMatchObject({ dueOn: '2026-11-22' });
});

test('A day that the device claims in the future counts from now', async () => {
  const id = await newReferral();
  await act([aCall(id, 'no_answer', { calledAt: '2099-01-01T10:00:00.000Z' })]);
  expect(await leadOf(id)).toMatchObject({ dueOn: dayAfter(1) });
});

test.each<[string, object]>([
  ['a call back without a day', { outcome: 'call_back', callBackOn: null }],
  ['a call back on a day before the call', { outcome: 'call_back', callBackOn: dayAfter(-2) }],
  ['a day of another outcome', { outcome: 'reached', callBackOn: dayAfter(1) }],
  ['an unknown outcome', { outcome: 'shouted at' }],
  ['a note that is too long', { outcome: 'reached', note: 'x'.repeat(1001) }],
  ['no key', { outcome: 'reached', key: undefined }],
])('%s is refused, and nothing is stored', async (_, fields) => {
  const id = await newReferral();
  const acts = [{ ...aCall(id, 'reached'), ...fields }];
  const refused = await admin().client.refuse(routes.actOnReferrals, { body: { acts } });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid']);
  expect((await detailOf(id)).calls).toEqual([]);
});

test('A check says whether this database has a call', async () => {
  const id = await newReferral();
  const [done, lost] = [aCall(id, 'no_answer'), aCall(id, 'reached')];
  await act([done]);
  const body = { acts: [done, lost], isCheck: true };
  const { results } = (await admin().client.call(routes.actOnReferrals, { body })).body;
  expect(outcomesOf(results)).toEqual(['done', 'conflict']);
  expect((await detailOf(id)).calls).toHaveLength(1);
});

test('A lead is taken and given back, once each, and the log says so', async () => {
  const id = await newReferral();
  const other = await makeAdmin(server());
  const change = async (owner: 'me' | null, by = admin()) =>
    (await by.client.call(routes.changeLead, { params: { id }, body: { owner } })).body;
  expect(await change('me')).toMatchObject({ ownerId: admin().user.id });
  expect(await change('me')).toMatchObject({ ownerId: admin().user.id });
  expect(await change('me', other)).toMatchObject({ ownerName: other.user.username });
  expect(await change(null)).toEqual({ ownerId: null, ownerName: null, dueOn: null });
  const sql = `select action from audit_logs where entity_id = ? order by created_at, id`;
  const actions = await execute<{ action: string }>(sql, [id]);
  expect(actions.map(({ action }) => action)).toEqual([
    'referral.take',
    'referral.take',
    'referral.give_back',
  ]);
  const nobody = { params: { id: randomUUID() }, body: { owner: 'me' } } as const;
  expect((await admin().client.refuse(routes.changeLead, nobody)).status).toBe(404);
  const bad = { params: { id }, body: { owner: 'you' } };
  expect((await admin().client.refuse(routes.changeLead, bad)).status).toBe(400);
});

test('A referrer reads the notes that are shared with them, and nobody else does', async () => {
  const [customer, stranger] = [await makeCustomer(server()), await makeCustomer(server())];
  const id = await addReferral(customer);
  await act([
    aCall(id, 'no_answer', { note: 'No luck', isShared: false }),
    aCall(id, 'reached', { note: 'They look forward to our visit', isShared: true }),
    aCall(id, 'reached', { note: '', isShared: true }),
  ]);
  const params = { id };
  const { body } = await customer.client.call(routes.sharedNotes, { params });
  expect(body).toMatchObject([{ note: 'They look forward to our visit' }]);
  expect(JSON.stringify(body)).not.toContain(admin().user.username);
  for (const who of [stranger, admin()]) {
    expect((await who.client.refuse(routes.sharedNotes, { params })).status).toBe(404);
  }
});
