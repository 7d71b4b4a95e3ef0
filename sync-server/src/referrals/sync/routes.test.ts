import { gzipSync } from 'node:zlib';
import { PUSH_BODY_LIMIT_BYTES, PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const route = routes.pushReferrals;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const customer = async () => (await makeCustomer(server)).client;

function row(overrides: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { id, name: 'Grace Hopper', email: `${id}@example.com`, ...overrides };
}

async function push(client: TestClient, referrals: readonly unknown[]) {
  return (await client.call(route, { body: { referrals } })).body.results;
}

describe('POST /api/sync/push', () => {
  test('judges each row alone and answers in the same order', async () => {
    const client = await customer();
    const known = row();
    await push(client, [known]);
    const good = row();
    const results = await push(client, [
      row({ name: 'X' }),
      good,
      known,
      row({ email: known.email.toUpperCase() }),
      { name: 'No Id', email: 'no@example.com' },
      { ...known, name: 'Other Content' },
      'not a row',
    ]);
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'invalid',
      'created',
      'stored',
      'duplicate',
      'invalid',
      'id_conflict',
      'invalid',
    ]);
    expect(results[1]?.referral).toMatchObject({ id: good.id, status: 'submitted' });
    expect(results[3]?.referral?.id).toBe(known.id);
    expect(results[4]?.id).toBeNull();
    expect((await client.call(routes.listReferrals)).body).toHaveLength(2);
  });

  test('stores a batch once however often it comes', async () => {
    const client = await customer();
    const rows = Array.from({ length: 50 }, () => row());
    const first = await push(client, rows);
    const again = await push(client, rows);
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['created']));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['stored']));
    expect((await client.call(routes.listReferrals)).body).toHaveLength(50);
  });

  test.each([0, 1, 2])(
    'stores what is new beside a row that was sent before: as its row %i',
    async (at) => {
      const client = await customer();
      const rows = [row(), row(), row()];
      await push(client, rows.slice(at, at + 1));
      const wanted = rows.map((_, index) => (index === at ? 'stored' : 'created'));
      expect((await push(client, rows)).map(({ status }) => status)).toEqual(wanted);
      expect((await client.call(routes.listReferrals)).body).toHaveLength(3);
    },
  );

  test('stores each row once when overlapping batches come at once', async () => {
    const client = await customer();
    const rows = Array.from({ length: 100 }, () => row());
    const batches = Array.from({ length: 6 }, (_, shift) => [
      ...rows.slice(shift * 10),
      ...rows.slice(0, shift * 10).toReversed(),
    ]);
    const results = await Promise.all(batches.map((batch) => push(client, batch)));
    const created = results.flat().filter(({ status }) => status === 'created');
    expect(created).toHaveLength(100);
    expect((await client.call(routes.listReferrals)).body).toHaveLength(100);
  });

  test('lets the first of two rows for one person win within a batch', async () => {
    const client = await customer();
    const first = row();
    const results = await push(client, [first, row({ email: first.email })]);
    expect(results.map(({ status }) => status)).toEqual(['created', 'duplicate']);
    expect(results[1]?.referral?.id).toBe(first.id);
  });

  test('stores a row that comes twice in a batch once', async () => {
    const client = await customer();
    const one = row();
    const results = await push(client, [
      one,
      one,
      { ...one, name: 'Changed', email: 'c@example.com' },
    ]);
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'created',
      'stored',
      'id_conflict',
    ]);
  });

  test('accepts a person whom only a refused row named before', async () => {
    const client = await customer();
    const [one, innocent] = [row(), row()];
    const results = await push(client, [one, { ...one, email: innocent.email }, innocent]);
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'created',
      'id_conflict',
      'created',
    ]);
  });

  test('refuses only the row whose name has invisible characters, and says so', async () => {
    const client = await customer();
    const results = await push(client, [
      row({ name: 'A\u202Enna' }),
      row({ name: 'علی\u200Cرضا' }),
    ]);
    const error = 'Name has invisible characters in it. Please type it instead of pasting it.';
    expect(results).toMatchObject([
      { status: 'rejected', code: 'invalid', error },
      { status: 'created' },
    ]);
  });

  test('answers a row stored before the rule for names as stored, but only to its user', async () => {
    const client = await customer();
    const old = row();
    await push(client, [old]);
    const hidden = { ...old, name: 'A\u200Bnn' };
    const em = server.database.orm.em.fork();
    await em.execute('update referrals set name = ? where id = ?', [hidden.name, old.id]);
    expect(await push(client, [hidden])).toMatchObject([
      { id: old.id, status: 'stored', referral: { name: hidden.name } },
    ]);
    const single = await client.call(routes.addReferral, { body: hidden });
    expect([single.status, single.body]).toMatchObject([200, { id: old.id, name: hidden.name }]);
    const other = await client.refuse(routes.addReferral, { body: { ...hidden, phone: '1' } });
    expect(other.body).toMatchObject({ code: 'invalid', fields: { name: expect.any(String) } });
    expect(await push(client, [{ ...hidden, phone: '1' }])).toMatchObject([{ code: 'invalid' }]);
    expect(await push(await customer(), [hidden])).toMatchObject([{ code: 'invalid' }]);
    expect((await client.call(routes.listReferrals)).body).toMatchObject([{ name: hidden.name }]);
  });

  test("distinguishes the user's own email, a foreign id and a deleted row", async () => {
    const other = await customer();
    const foreign = row();
    await push(other, [foreign]);
    const client = server.client();
    const user = await client.signUp(`apart${uuidv4().slice(0, 8)}`);
    const gone = row();
    await push(client, [gone]);
    await server.sql('delete from referrals where id = ?', [gone.id]);
    const results = await push(client, [row({ email: user.email }), foreign, gone]);
    expect(results.map(({ code }) => code)).toEqual(['self_referral', 'id_conflict', 'deleted']);
    expect(JSON.stringify(results)).not.toContain('Grace');
  });

  test('recognizes a person by an email with every character an address may have', async () => {
    const client = await customer();
    const one = row({ email: `own?a'b{c}|!#$%&*+/=^_\`~.${uuidv4()}@x.example` });
    await push(client, [one]);
    const results = await push(client, [row({ email: one.email.toUpperCase() }), row()]);
    expect(results.map(({ status }) => status)).toEqual(['duplicate', 'created']);
  });

  test('accepts a gzipped body', async () => {
    const client = await customer();
    const body = gzipSync(JSON.stringify({ referrals: [row()] }));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const response = await client.fetch(route.path, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });

  test('refuses a body that inflates beyond the limit', async () => {
    const client = await customer();
    const body = gzipSync(`{"referrals":[${' '.repeat(PUSH_BODY_LIMIT_BYTES)}]}`);
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const response = await client.fetch(route.path, { method: 'POST', headers, body });
    expect(response.status).toBe(413);
  });

  test.each([
    ['no row', { referrals: [] }],
    ['too many rows', { referrals: Array.from({ length: PUSH_MAX_ROWS + 1 }, () => ({})) }],
    ['no list', { referrals: 'all' }],
  ])('refuses %s', async (_, body) => {
    const answer = await (await customer()).refuse(route, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('refuses a call without a session, and a write meant for another user', async () => {
    const body = { referrals: [row()] };
    expect(await server.client().refuse(route, { body })).toMatchObject({ status: 401 });
    const headers = { 'X-Expected-User': uuidv4() };
    const answer = await (await customer()).refuse(route, { body, headers });
    expect(answer).toMatchObject({ status: 409, body: { code: 'user_mismatch' } });
  });
});
