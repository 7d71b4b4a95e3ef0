import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceSettings } from '../../../operate/install/reference/settings.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { settingNumberRanges } from './number-ranges.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

async function settingOf(key: string) {
  const { body } = await admin.client.call(routes.settings);
  return body.find((setting) => setting.key === key);
}

const auditOf = (entityId = '') =>
  server.database.orm.em
    .fork()
    .execute<{ details: string }[]>(
      "select details from audit_logs where action = 'setting.change' and entity_id = ? order by created_at, id",
      [entityId],
    );

test('Every editable numeric reference setting has a range and lies within it', () => {
  const numbers = referenceSettings.filter(
    ({ value, isEditable }) => isEditable === 'true' && /^[\d.]+$/.test(value),
  );
  expect(numbers.map(({ key }) => key).toSorted()).toEqual(
    Object.keys(settingNumberRanges).toSorted(),
  );
  for (const { key, value } of numbers) {
    const range = settingNumberRanges[key];
    expect(Number(value)).toBeGreaterThanOrEqual(range?.min ?? Infinity);
    expect(Number(value)).toBeLessThanOrEqual(range?.max ?? -Infinity);
  }
});

test('GET /api/admin/settings lists all by category and key', async () => {
  const { body } = await admin.client.call(routes.settings);
  expect(body.map(({ key }) => key).toSorted()).toEqual(
    referenceSettings.map(({ key }) => key).toSorted(),
  );
  const order = body.map(({ category, key }) => `${category} ${key}`);
  expect(order).toEqual(order.toSorted());
});

describe('PUT /api/admin/settings/:key', () => {
  const route = routes.changeSetting;

  test('stores a text, trimmed, with who and when, and puts both values in the audit log', async () => {
    const params = { key: 'general.help_phone' };
    const before = await settingOf(params.key);
    const { body } = await admin.client.call(route, { params, body: { value: ' 555 0100 ' } });
    expect(body).toEqual({
      ...before,
      value: '555 0100',
      updatedBy: admin.user.id,
      updatedByName: admin.user.username,
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''));
    expect(await settingOf(params.key)).toEqual(body);
    const details = `general.help_phone: ${before?.value} → 555 0100`;
    expect(await auditOf(body.id)).toEqual([{ details }]);
  });

  test('stores the same value twice', async () => {
    const input = { params: { key: 'impact.homes_per_ton' }, body: { value: '0.25' } };
    await admin.client.call(route, input);
    expect((await admin.client.call(route, input)).body.value).toBe('0.25');
  });

  test.each(['0', '100', '4.798', '12.5'])('accepts the number %s', async (value) => {
    const params = { key: 'impact.tons_per_referral' };
    const { body } = await admin.client.call(route, { params, body: { value: ` ${value} ` } });
    expect(body.value).toBe(value);
  });

  test.each(['', 'many', '-1', '100.1', '1e1', '0x10', '1,5', '05', '.5', '5.', 'NaN', 'Infinity'])(
    'refuses %j for a number and keeps what was there',
    async (value) => {
      const params = { key: 'impact.trees_per_ton' };
      const before = await settingOf(params.key);
      expect(await admin.client.refuse(route, { params, body: { value } })).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: { value: expect.stringContaining('0 to 100') } },
      });
      expect(await settingOf(params.key)).toEqual(before);
      expect(await auditOf(before?.id)).toEqual([]);
    },
  );

  test.each([{}, { value: 5 }, { value: 'x'.repeat(2001) }])('refuses %#', async (body) => {
    const answer = await admin.client.refuse(route, {
      params: { key: 'general.help_phone' },
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { fields: { value: expect.any(String) } } });
  });

  test('refuses a setting that is read-only', async () => {
    const params = { key: 'security.session_days' };
    const answer = await admin.client.refuse(route, { params, body: { value: '1' } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_editable' } });
    expect((await settingOf(params.key))?.value).toBe('30');
  });

  test.each(['general.nothing', 'toString', 'x'.repeat(201), '\0'])(
    'does not know the setting %j',
    async (key) => {
      const answer = await admin.client.refuse(route, { params: { key }, body: { value: '1' } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  test('is only for admins', async () => {
    const { client } = await makeCustomer(server);
    const input = { params: { key: 'general.help_email' }, body: { value: 'mine@example.com' } };
    expect((await client.refuse(route, input)).status).toBe(403);
    expect((await server.client().refuse(route, input)).status).toBe(401);
    expect((await settingOf('general.help_email'))?.value).toBe('help@example.com');
  });
});
