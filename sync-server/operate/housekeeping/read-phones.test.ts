import { routes } from '@sunloop/shared-types/routes.ts';
import { digitsOf } from '@sunloop/shared-types/values/digits.ts';
import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import { readPhones } from '@sunloop/shared-types/values/phone-numbers.ts';
import { WRITTEN_PHONES } from '@sunloop/shared-types/values/written-phones.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForWriters } from '../../src/test/database.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../src/test/people.ts';
import { sweeping } from '../../src/test/quick.ts';
import { startTestServer, type TestServer } from '../../src/test/server.ts';
import { fillSearch } from './fill-search.ts';
import { readSearchPhones } from './read-phones.ts';

let server: TestServer;
let admin: TestPerson;
let users: string[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  users = [(await makeCustomer(server)).user.id, (await makeCustomer(server)).user.id];
});
afterAll(() => server.close());

async function refer(user: string | undefined, name: string, phone: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into referrals (id, user_id, name, email, phone, date, status)
     values (gen_random_uuid(), :user, :name, gen_random_uuid() || '@x.example', :phone, now(), 'submitted')
     returning id`,
    { user, name, phone },
  );
  return row?.id ?? '';
}

/** Of what a transaction that still runs could change, the list reads no search table. */
async function fill() {
  await waitForWriters(server.database);
  await fillSearch(server.database.orm);
}

async function find(q: string): Promise<Map<string, boolean | undefined>> {
  const { body } = await admin.client.call(routes.adminReferrals, { query: { q } });
  return new Map(body.map(({ name, isDuplicate }) => [name, isDuplicate]));
}

test('a phone in any spelling is found by its number, and is the same at another referrer', async () => {
  const ids = new Map<string, string>();
  const phones = WRITTEN_PHONES.filter((_, at) => at % sweeping(1, 8) === 0);
  for (const [at, { written }] of phones.entries()) {
    ids.set(written, await refer(users[0], `Written ${at}`, written));
  }
  const dialed = new Set(phones.map(({ dialed: number }) => number));
  for (const number of dialed) await refer(users[1], `Dialed ${number}`, number);
  await fill();
  for (const [at, { written, dialed: number, second }] of phones.entries()) {
    const name = `Written ${at}`;
    for (const q of [number, digitsOf(number), second ?? number]) {
      expect([...(await find(q)).keys()], `${written} by ${q}`).toContain(name);
    }
    expect((await find(name)).get(name), written).toBe(true);
    const id = ids.get(written) ?? '';
    const { body } = await admin.client.call(routes.adminReferral, { params: { id } });
    expect(
      body.duplicates.map((other) => other.name),
      written,
    ).toContain(`Dialed ${number}`);
    // As the device reads it to dial, to text and to compare.
    expect(readPhones(written, 'US')[0]?.dialed).toBe(number);
    expect(isSought(soughtIn(written), [], written)).toBe(true);
  }
});

test('another default country reads all phones anew, and what is no longer alike is not marked', async () => {
  const params = { key: 'general.default_country' };
  await refer(users[0], 'London', '020 7946 0958');
  await refer(users[1], 'London too', '+44 20 7946 0958');
  await refer(users[0], 'Two zeros', '(0)(020) 7946 0957');
  await fill();
  expect((await find('London')).get('London')).toBe(true);
  await admin.client.call(routes.changeSetting, { params, body: { value: 'GB' } });
  await fill();
  expect([...(await find('+442079460958')).keys()].toSorted()).toEqual(['London', 'London too']);
  expect((await find('London')).get('London')).toBe(true);
  await server.sql(`delete from referrals where name = 'London too'`);
  await fill();
  expect((await find('London')).get('London')).toBe(false);
  for (const value of ['us', 'XX', 'USA', '']) {
    expect(
      await admin.client.refuse(routes.changeSetting, { params, body: { value } }),
    ).toMatchObject({
      status: 400,
      body: { fields: { value: expect.stringContaining('ISO 3166') } },
    });
  }
});

test('what an older build read of a phone is read anew', async () => {
  const id = await refer(users[0], 'Cut', 'before 9:30 +1 480 555 0199');
  await fill();
  await server.sql(
    `update referral_search set numbers = '4480555019', phone_tail = '4480555019' where id = '${id}'`,
  );
  await server.sql(
    `update referral_search_mark set country = coalesce(
      (select value from system_settings where key = 'general.default_country'), 'US')`,
  );
  await fill();
  const [row] = await server.sql(
    `select numbers, phone_tail from referral_search where id = '${id}'`,
  );
  expect(row).toEqual({ numbers: '14805550199', phone_tail: '4805550199' });
});

test('while it reads many, it rests, so that others have the process most of the time', async () => {
  await server.sql(
    `insert into referrals (id, user_id, name, email, phone, date, status)
     select gen_random_uuid(), :user, 'Friend', gen_random_uuid() || '@x.example', '(520) 555-' || 1000 + n, now(),
       'submitted' from generate_series(1, 450) n`,
    { user: users[0] },
  );
  await fill();
  await server.sql('update referral_search set numbers = null where user_id = :user', {
    user: users[0],
  });
  const rests: number[] = [];
  await readSearchPhones(server.database.orm, async (ms) => void rests.push(ms));
  // Two transactions of 200, and the last one.
  expect(rests).toEqual([100, 100]);
});
