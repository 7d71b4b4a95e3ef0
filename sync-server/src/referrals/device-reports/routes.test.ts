import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import { DEVICES_PER_USER, REPORTED_ROWS_MAX } from '@sunloop/shared-types/limits.ts';
import type { FieldDevice } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { deviceReport } from '../../test/sample-rows.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let person: TestPerson;
let told: ReturnType<typeof deviceReport>;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await makeCustomer(server, { phone: '(212) 555-0177' });
  told = deviceReport();
});

const DAY_MS = 86_400_000;
const rowOf = (days: number) => ({
  id: randomUUID(),
  takenAt: new Date(Date.now() - days * DAY_MS).toISOString(),
});
const tell = (changes: Partial<typeof told> = {}, { client } = person) => {
  told = { ...told, ...changes };
  return client.call(routes.reportDevice, { body: told });
};
const allListed = async () => (await admin.client.call(routes.fieldDevices)).body;
async function listed(): Promise<FieldDevice | undefined> {
  return (await allListed()).find(({ userId }) => userId === person.user.id);
}
const missingIds = async () => (await listed())?.missing.map(({ id }) => id).toSorted();

test('a device with work on it is listed with whom to call, how much and since when', async () => {
  const rows = [rowOf(1), rowOf(3)];
  await tell({ waiting: 1, refused: 1, isProtected: false, rows });
  expect(await listed()).toMatchObject({
    username: person.user.username,
    phone: '(212) 555-0177',
    dial: '+12125550177',
    owed: 2,
    refused: 1,
    since: rows[1]?.takenAt,
    isLate: true,
    isProtected: false,
    version: '1',
    missing: [],
    toldAt: null,
  });
});

test('the same report twice is one device, and one without work is not listed', async () => {
  await tell();
  await tell();
  const mine = (await allListed()).filter(({ userId }) => userId === person.user.id);
  expect(mine).toHaveLength(1);
  await tell({ waiting: 0, rows: [] });
  expect(await listed()).toBeUndefined();
});

test('the device that has waited longest comes first', async () => {
  await tell({ rows: [rowOf(5)] });
  const other = await makeCustomer(server);
  await tell({ storage: randomUUID(), rows: [rowOf(6)] }, other);
  const order = (await allListed()).map(({ userId }) => userId);
  expect(order.indexOf(other.user.id)).toBeLessThan(order.indexOf(person.user.id));
});

describe('Rows a device told of', () => {
  test('owe nothing once they have arrived by any way, or were deleted since', async () => {
    const rows = [rowOf(1), rowOf(1)];
    await tell({ waiting: 2, rows });
    for (const { id } of rows) {
      const body = { id, name: 'Ann Lee', email: `${id}@example.com` };
      await person.client.call(routes.addReferral, { body });
    }
    await admin.client.call(routes.deleteReferral, { params: { id: rows[0]?.id ?? '' } });
    expect(await listed()).toBeUndefined();
  });

  test('are not missing when the same storage no longer holds them: it sent, removed or changed them', async () => {
    await tell({ waiting: 2, rows: [rowOf(1), rowOf(1)] });
    await tell({ waiting: 1, rows: [rowOf(0)] });
    expect(await listed()).toMatchObject({ owed: 1, missing: [] });
  });

  test('are missing when another storage of the same device does not hold them', async () => {
    const [arrived, kept, lost] = [rowOf(2), rowOf(2), rowOf(2)];
    await tell({ waiting: 3, rows: [arrived, kept, lost] });
    const body = { id: arrived.id, name: 'Ann Lee', email: `${arrived.id}@example.com` };
    await person.client.call(routes.addReferral, { body });
    await tell({ storage: randomUUID(), waiting: 1, rows: [kept] });
    expect(await listed()).toMatchObject({ owed: 1, missing: [lost], missingMore: 0 });
    // A storage that holds nothing either does not lose them again.
    await tell({ storage: randomUUID(), waiting: 0, rows: [] });
    expect(await missingIds()).toEqual([kept.id, lost.id].toSorted());
  });

  test('are missing no longer once they arrive after all, or the device has them again', async () => {
    const [first, second] = [rowOf(2), rowOf(2)];
    await tell({ waiting: 2, rows: [first, second] });
    await tell({ storage: randomUUID(), waiting: 0, rows: [] });
    await tell({ waiting: 1, rows: [first] });
    expect(await missingIds()).toEqual([second.id]);
    const body = { id: second.id, name: 'Ann Lee', email: `${second.id}@example.com` };
    await person.client.call(routes.addReferral, { body });
    expect(await missingIds()).toEqual([]);
  });

  test('beyond those that are named are counted, waiting and missing', async () => {
    const rows = Array.from({ length: REPORTED_ROWS_MAX }, () => rowOf(1));
    await tell({ waiting: REPORTED_ROWS_MAX + 30, rows });
    expect((await listed())?.owed).toBe(REPORTED_ROWS_MAX + 30);
    await tell({ storage: randomUUID(), waiting: 0, rows: [] });
    const device = await listed();
    expect(device?.missing).toHaveLength(REPORTED_ROWS_MAX);
    expect(device).toMatchObject({ owed: 0, missingMore: 30 });
    // However often it is wiped, no more are named.
    await tell({ waiting: 1, rows: [rowOf(1)] });
    await tell({ storage: randomUUID(), waiting: 0, rows: [] });
    expect((await listed())?.missing).toHaveLength(REPORTED_ROWS_MAX);
    expect((await listed())?.missingMore).toBe(31);
  });
});

test('another person’s rows on the same device are theirs', async () => {
  await tell();
  const body = { email: admin.user.email, password: 'correct horse' };
  await person.client.call(routes.logIn, { body });
  await tell({ waiting: 0, rows: [], storage: randomUUID() });
  expect(await listed()).toMatchObject({ owed: 1, missing: [] });
});

test('what a device owed stays known when its session ends', async () => {
  await tell();
  await person.client.call(routes.logOut);
  expect(await listed()).toMatchObject({ owed: 1 });
});

test('a device that lost the cookie by which it is known is a new one, and is known from then on', async () => {
  const { client } = person;
  const cookie = client
    .cookieHeader()
    .split('; ')
    .filter((pair) => pair.startsWith('sunloop.sid'))
    .join('; ');
  const answer = await fetch(`${server.url}/api/device-report`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(told),
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie().join()).toContain('sunloop.device=');
});

test('a person has few devices: those that were heard last, and the one that tells', async () => {
  const devices = () =>
    server.sql('select 1 from device_reports where user_id = ?', [person.user.id]);
  await server.sql(
    `insert into device_reports (user_id, device, storage, version, waiting, refused, rows, heard_at)
     select ?, gen_random_uuid(), gen_random_uuid(), '1', 0, 0, '[]', now() - make_interval(hours => n)
     from generate_series(1, 60) n`,
    [person.user.id],
  );
  await tell({ waiting: 1, rows: [rowOf(1)] });
  expect(await devices()).toHaveLength(DEVICES_PER_USER);
  expect(await listed()).toMatchObject({ owed: 1 });
});

test('late devices and missing rows are something to do', async () => {
  const work = async () =>
    (await admin.client.call(routes.adminStats)).body.work?.devices ?? { count: 0, since: null };
  await server.sql('delete from device_reports');
  await tell({ rows: [rowOf(1)] });
  expect(await work()).toEqual({ count: 0, since: null });
  const rows = [rowOf(3)];
  await tell({ rows });
  expect(await work()).toEqual({ count: 1, since: rows[0]?.takenAt });
  const setting = { params: { key: 'devices.late_days' }, body: { value: '4' } };
  await admin.client.call(routes.changeSetting, setting);
  expect((await work()).count).toBe(0);
  await admin.client.call(routes.changeSetting, { ...setting, body: { value: '2' } });
  await tell({ storage: randomUUID(), waiting: 0, rows: [] });
  expect((await work()).count).toBe(1);
});

describe('A reminder', () => {
  test('is written in fixed words, once a day, and audited', async () => {
    await tell({ rows: [rowOf(3)] });
    const { id = '' } = (await listed()) ?? {};
    await admin.client.call(routes.writeToDevice, { params: { id } });
    await admin.client.call(routes.writeToDevice, { params: { id } });
    expect((await listed())?.toldAt).not.toBeNull();
    const sql = `select kind, data from outgoing_messages where user_id = ? and kind = 'rows_waiting'`;
    const messages = await server.sql(sql, [person.user.id]);
    expect(messages).toMatchObject([{ data: { owed: 1, lost: 0 } }]);
    const audit = `select details from audit_logs where action = 'device.write' and entity_id = ?`;
    expect(await server.sql(audit, [person.user.id])).toContainEqual({
      details: '1 not sent, 0 missing',
    });
  });

  test('names the office’s day since when something waits', async () => {
    const zone = 'Pacific/Kiritimati';
    await admin.client.call(routes.changeSetting, {
      params: { key: TIME_ZONE_SETTING },
      body: { value: zone },
    });
    const row = rowOf(3);
    await tell({ rows: [row] });
    const { id = '' } = (await listed()) ?? {};
    await admin.client.call(routes.writeToDevice, { params: { id } });
    const sql = `select data->>'since' as since from outgoing_messages where user_id = ?`;
    const since = new Date(row.takenAt).toLocaleDateString('sv-SE', { timeZone: zone });
    expect(await server.sql(sql, [person.user.id])).toContainEqual({ since });
  });

  test('is not written where nothing is out there any more', async () => {
    const refused = await admin.client.refuse(routes.writeToDevice, {
      params: { id: randomUUID() },
    });
    expect(refused.status).toBe(404);
  });
});

test('a device that is settled leaves the list, until it tells of something again', async () => {
  await tell();
  const { id = '' } = (await listed()) ?? {};
  await admin.client.call(routes.dropDevice, { params: { id } });
  expect(await listed()).toBeUndefined();
  expect((await admin.client.refuse(routes.dropDevice, { params: { id } })).status).toBe(404);
  await tell();
  expect(await listed()).toMatchObject({ owed: 1 });
});

test('what devices told is in a person’s export, and goes with an erased person', async () => {
  await tell();
  const { body } = await person.client.call(routes.exportAccount);
  expect(body.devices).toMatchObject([{ waiting: 1, rows: told.rows, version: '1' }]);
  await admin.client.call(routes.eraseUser, { params: { id: person.user.id } });
  const sql = 'select 1 from device_reports where user_id = ?';
  expect(await server.sql(sql, [person.user.id])).toEqual([]);
});
