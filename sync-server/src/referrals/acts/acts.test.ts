import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcomesOf, toStatus, withActingAdmin } from '../../test/acting-admin.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';

const { act, addReferral, admin, auditOf, execute, newReferral, server, statusOf } =
  withActingAdmin();

const deletion = (id: string, expected = 'submitted'): ReferralAct => ({
  act: 'delete',
  id,
  expected,
});

test('Acts are carried out and answered in order, with the stored rows', async () => {
  const [first, second] = [await newReferral(), await newReferral()];
  const results = await act([
    toStatus(first, 'contact_made'),
    deletion(second),
    toStatus(first, 'completed', 'contact_made'),
  ]);
  expect(outcomesOf(results)).toEqual(['done', 'done', 'done']);
  expect(results.map(({ id }) => id)).toEqual([first, second, first]);
  expect(results.map(({ referral }) => referral?.status)).toEqual([
    'contact_made',
    undefined,
    'completed',
  ]);
  expect(results[2]?.referral).toMatchObject({ reward: '$300', referrerName: expect.any(String) });
  expect(await auditOf(first)).toEqual(['submitted → contact_made', 'contact_made → completed']);
  expect(await auditOf(second)).toEqual(['was submitted']);
});

test('The same batch again changes nothing, pays nothing twice and gets the same answer', async () => {
  const [paid, gone] = [await newReferral(), await newReferral()];
  const acts = [toStatus(paid, 'completed'), deletion(gone)];
  const first = await act(acts);
  expect(await act(acts)).toEqual(first);
  expect(await auditOf(paid)).toHaveLength(1);
  expect(await auditOf(gone)).toHaveLength(1);
  const ledger = await execute('select 1 from reward_history where referral_id = ?', [paid]);
  expect(ledger).toHaveLength(1);
});

test('A status that somebody else has set meanwhile stays and makes the act a conflict', async () => {
  const id = await newReferral();
  await act([toStatus(id, 'in_progress')], await makeAdmin(server()));
  const [result] = await act([toStatus(id, 'completed')]);
  expect(result).toMatchObject({ id, outcome: 'conflict', referral: { status: 'in_progress' } });
  expect(await statusOf(id)).toBe('in_progress');
  expect(await auditOf(id)).toEqual(['submitted → in_progress']);
});

test('An act is done if somebody else has already set the wanted status', async () => {
  const id = await newReferral();
  await act([toStatus(id, 'completed')], await makeAdmin(server()));
  const [result] = await act([toStatus(id, 'completed', 'contact_made')]);
  expect(result).toMatchObject({ outcome: 'done', referral: { status: 'completed' } });
  expect(await auditOf(id)).toHaveLength(1);
});

test('A referral that has moved on is not deleted', async () => {
  const id = await newReferral();
  await act([toStatus(id, 'completed')]);
  const [result] = await act([deletion(id)]);
  expect(result).toMatchObject({ outcome: 'conflict', referral: { id, status: 'completed' } });
  expect(outcomesOf(await act([deletion(id, 'completed')]))).toEqual(['done']);
  expect(await statusOf(id)).toBeUndefined();
});

test('For a deleted referral, a change of status is gone and a deletion is done', async () => {
  const id = await newReferral();
  await act([deletion(id)]);
  const results = await act([toStatus(id, 'completed'), deletion(id), deletion(randomUUID())]);
  expect(results.map(({ outcome, referral }) => [outcome, referral])).toEqual([
    ['gone', null],
    ['done', null],
    ['done', null],
  ]);
});

test('A conflict holds back none of the others', async () => {
  const ids = [await newReferral(), await newReferral(), await newReferral()] as const;
  const results = await act([
    toStatus(ids[0], 'completed'),
    toStatus(ids[1], 'completed', 'in_progress'),
    toStatus(ids[2], 'completed'),
  ]);
  expect(outcomesOf(results)).toEqual(['done', 'conflict', 'done']);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['completed', 'submitted', 'completed']);
});

test('500 acts at once on 20 people’s referrals each take their own rung', async () => {
  const rows = await execute<{ id: string }>(
    `with people as (
       insert into users (id, username, email, password, referral_code)
       select gen_random_uuid(), 'Many ' || n, 'many-' || n || '@x.y', 'x', 'MANY' || n
       from generate_series(1, 20) n returning id
     )
     insert into referrals (id, user_id, name, email, status)
     select gen_random_uuid(), p.id, 'Friend ' || n, 'f' || n || '@many.example', 'submitted'
     from people p, generate_series(1, 25) n returning id`,
  );
  const results = await act(rows.map(({ id }) => toStatus(id, 'completed')));
  expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(new Set(outcomesOf(results))).toEqual(new Set(['done']));
  const [sums] = await execute<{ rungs: number; lines: number }>(
    `select count(distinct (r.user_id, r.ordinal))::int as rungs, count(h.id)::int as lines
     from referrals r join reward_history h on h.referral_id = r.id where r.email like '%@many.example'`,
  );
  expect(sums).toEqual({ rungs: 500, lines: 500 });
});

test('Two admins at once: each referral goes one way, and the other is shown a conflict', async () => {
  const person = await makeCustomer(server());
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await addReferral(person));
  const other = await makeAdmin(server());
  const [mine, theirs] = await Promise.all([
    act(ids.map((id) => toStatus(id, 'completed'))),
    act(
      ids.toReversed().map((id) => toStatus(id, 'in_progress')),
      other,
    ),
  ]);
  const both = [...mine, ...theirs];
  for (const id of ids) {
    const told = both.filter((result) => result.id === id);
    expect(outcomesOf(told).toSorted()).toEqual(['conflict', 'done']);
    const status = await statusOf(id);
    expect(told.map(({ referral }) => referral?.status)).toEqual([status, status]);
    expect(await auditOf(id)).toEqual([`submitted → ${status}`]);
  }
});

test('When one admin deletes while another completes, one of them is told', async () => {
  const person = await makeCustomer(server());
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await addReferral(person));
  const other = await makeAdmin(server());
  const [completed, deleted] = await Promise.all([
    act(ids.map((id) => toStatus(id, 'completed'))),
    act(
      ids.toReversed().map((id) => deletion(id)),
      other,
    ),
  ]);
  for (const id of ids) {
    const pair = [...completed, ...deleted].filter((result) => result.id === id);
    expect([
      ['done', 'conflict'],
      ['gone', 'done'],
    ]).toContainEqual(outcomesOf(pair));
  }
  const left = await execute<{ status: string }>('select status from referrals where user_id = ?', [
    person.user.id,
  ]);
  expect(left.every(({ status }) => status === 'completed')).toBe(true);
});

test.each([
  { acts: [] },
  { acts: Array.from({ length: 501 }, () => deletion(randomUUID())) },
  { acts: [{ act: 'status', id: randomUUID(), status: 'lost', expected: 'submitted' }] },
  { acts: [{ act: 'status', id: randomUUID(), status: 'completed' }] },
  { acts: [{ act: 'pay', id: randomUUID(), expected: 'submitted' }] },
  { acts: [{ act: 'delete', id: 'x', expected: 'submitted' }] },
])('Bad input is refused as a whole, with the field', async (body) => {
  const answer = await admin().client.refuse(routes.actOnReferrals, { body });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields ?? {})[0]).toMatch(/^acts/);
});

test('Customers, callers without a session and users other than the expected one can do nothing', async () => {
  const id = await newReferral();
  const body = { acts: [deletion(id)] };
  const customer = await makeCustomer(server());
  const headers = { 'X-Expected-User': customer.user.id };
  const route = routes.actOnReferrals;
  expect((await customer.client.refuse(route, { body })).status).toBe(403);
  expect((await server().client().refuse(route, { body })).status).toBe(401);
  expect((await admin().client.refuse(route, { body, headers })).body.code).toBe('user_mismatch');
  expect(await statusOf(id)).toBe('submitted');
});

test('A single change is refused if another status is stored by now, and done if it is the wanted one', async () => {
  const id = await newReferral();
  const params = { id };
  const change = (status: string, expected: string) => ({ params, body: { status, expected } });
  await admin().client.call(routes.changeReferralStatus, change('in_progress', 'submitted'));
  const refused = await admin().client.refuse(
    routes.changeReferralStatus,
    change('completed', 'submitted'),
  );
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', error: 'Somebody else has set it to In Progress' },
  });
  expect(await statusOf(id)).toBe('in_progress');
  const same = change('in_progress', 'submitted');
  const { body } = await admin().client.call(routes.changeReferralStatus, same);
  expect(body.status).toBe('in_progress');
});
