import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillSearch } from '../../operate/housekeeping/fill-search.ts';
import { outcomesOf, toStatus, withActingAdmin } from '../test/acting-admin.ts';
import { makeCustomer } from '../test/people.ts';
import { UNDECIDED } from './undecided.ts';

const { act, admin, auditOf, newReferral, server, statusOf } = withActingAdmin();

/** A friend whom two users referred, the first one first. */
async function makePair(email = `${randomUUID()}@friend.example`): Promise<[string, string]> {
  const add = async () => {
    const { client } = await makeCustomer(server());
    return (await client.call(routes.addReferral, { body: { name: 'One Friend', email } })).body.id;
  };
  const pair: [string, string] = [await add(), await add()];
  await fillSearch(server().database.orm);
  return pair;
}
const decide = (id: string) => admin().client.call(routes.decideDuplicates, { params: { id } });
const marked = async () => {
  const query = { mark: 'duplicate', limit: '500' };
  return (await admin().client.call(routes.adminReferrals, { query })).body.map(({ id }) => id);
};

test('A friend whom two users referred is not completed before somebody has decided, also not in a batch', async () => {
  const [first, second] = await makePair();
  const other = await newReferral();
  const results = await act([first, other, second].map((id) => toStatus(id, 'completed')));
  expect(outcomesOf(results)).toEqual(['conflict', 'done', 'conflict']);
  expect(results.map(({ why }) => why)).toEqual([UNDECIDED, undefined, UNDECIDED]);
  const change = { params: { id: first }, body: { status: 'completed' } };
  expect(await admin().client.refuse(routes.changeReferralStatus, change)).toMatchObject({
    status: 409,
    body: { code: 'duplicate_referral', error: UNDECIDED },
  });
  expect(await statusOf(first)).toBe('submitted');
  expect(outcomesOf(await act([toStatus(first, 'in_progress')]))).toEqual(['done']);
});

test('Different people are no longer marked and can be completed; deciding twice is once', async () => {
  const [first, second] = await makePair();
  expect((await decide(first)).body).toMatchObject({
    isUndecided: false,
    duplicates: [{ id: second }],
  });
  await decide(first);
  await fillSearch(server().database.orm);
  expect(await marked()).not.toContain(first);
  expect(await marked()).not.toContain(second);
  expect(await auditOf(first)).toEqual(['1 other stays']);
  const results = await act([first, second].map((id) => toStatus(id, 'completed')));
  expect(outcomesOf(results)).toEqual(['done', 'done']);
  await fillSearch(server().database.orm);
  expect(await marked()).not.toContain(first);
});

test('A third one that comes later is asked about by itself', async () => {
  const email = `${randomUUID()}@friend.example`;
  const [first] = await makePair(email);
  await decide(first);
  const [third, fourth] = await makePair(email);
  const list = await marked();
  expect([first, third, fourth].map((id) => list.includes(id))).toEqual([false, true, true]);
  const results = await act([first, third].map((id) => toStatus(id, 'completed')));
  expect(outcomesOf(results)).toEqual(['done', 'conflict']);
});

test('When one of two is deleted, the other can be completed', async () => {
  const [first, second] = await makePair();
  await act([{ act: 'delete', id: second, expected: 'submitted' }]);
  await fillSearch(server().database.orm);
  expect(outcomesOf(await act([toStatus(first, 'completed')]))).toEqual(['done']);
});

test('There is nothing to decide about a referral that is not there', async () => {
  const answer = await admin().client.refuse(routes.decideDuplicates, {
    params: { id: randomUUID() },
  });
  expect(answer.status).toBe(404);
});
