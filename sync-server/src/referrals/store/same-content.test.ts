import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function storedReferral() {
  const { client } = await makeCustomer(server);
  const id = uuidv7();
  const body = { id, name: 'José Ñandú', email: `${id}@example.com`, phone: '555 0100' };
  const { body: stored } = await client.call(routes.addReferral, { body });
  return { client, body, stored };
}

/** Spellings of the stored referral (API.md, POST /api/referrals). */
const SPELLINGS: readonly [string, (email: string) => Record<string, unknown>][] = [
  ['in another case', (email) => ({ name: 'JOSÉ ñandú', email: email.toUpperCase() })],
  ['with other white space', () => ({ name: 'José \u2003 Ñandú', phone: '555\u00A00100' })],
  ['in full width', () => ({ name: 'Ｊｏｓé Ñandú', phone: '５５５ ０１００' })],
  ['with its marks apart', () => ({ name: 'José Ñandú'.normalize('NFD') })],
  [
    'with an empty address and another date',
    () => ({ address: ' ', date: '2026-01-01T00:00:00Z' }),
  ],
];

describe.each(SPELLINGS)('The same id with the same content %s', (_, respell) => {
  test('is answered with the stored row', async () => {
    const { client, body, stored } = await storedReferral();
    const again = { ...body, ...respell(body.email) };
    const answer = await client.call(routes.addReferral, { body: again });
    expect([answer.status, answer.body]).toEqual([200, stored]);
    const pushed = await client.call(routes.pushReferrals, { body: { referrals: [again] } });
    expect(pushed.body.results).toEqual([{ id: body.id, status: 'stored', referral: stored }]);
    expect((await client.call(routes.listReferrals)).body).toEqual([stored]);
  });

  test('is stored once if both come in one push, as the first spells it', async () => {
    const { client } = await makeCustomer(server);
    const id = uuidv7();
    const row = { id, name: 'José Ñandú', email: `${id}@example.com`, phone: '555 0100' };
    const referrals = [row, { ...row, ...respell(row.email) }];
    const { results } = (await client.call(routes.pushReferrals, { body: { referrals } })).body;
    expect(results.map(({ status }) => status)).toEqual(['created', 'stored']);
    expect(results[1]?.referral).toMatchObject(row);
  });
});

test.each([
  ['another name', { name: 'Jose Nandu' }],
  ['another email', { email: 'other@example.com' }],
  ['another phone', { phone: '5550100' }],
  ['no phone', { phone: null }],
  ['an address', { address: '1 Sun Street' }],
])('The same id with %s is a conflict', async (_, change) => {
  const { client, body, stored } = await storedReferral();
  const other = { ...body, ...change };
  const answer = await client.refuse(routes.addReferral, { body: other });
  expect(answer).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  const pushed = await client.call(routes.pushReferrals, { body: { referrals: [other] } });
  expect(pushed.body.results).toMatchObject([{ status: 'rejected', code: 'id_conflict' }]);
  expect((await client.call(routes.listReferrals)).body).toEqual([stored]);
});
