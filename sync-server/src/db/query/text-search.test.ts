import { routes } from '@sunloop/shared-types/routes.ts';
import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** Names and phones as they are stored, and a text that finds each. */
const SOUGHT = [
  ['Zoë O’Neil', '+1 555 0101', "zoe o'neil", '555-0101'],
  ['Straßner Øst', '(555) 0102', 'STRASSNER ost', '+1 (555) 0102'],
  ['Łucja Æbele-Đukić', '+49 30 901820', 'lucja aebele–dukic', '030 901820'],
  ['Işık\u00a0 Þór', '٠٥٥ ٥٠١٠٤', 'isik thor', '0555 0104'],
  ['Ann\u2011Marie Lee', '+44\u202a20\u202c 7946 0018', 'ann-marie  lee', '0044 20 7946-0018'],
  ['Siobhán O’Brien', '555 0106', 'OBrien', 'brien, siobhan', "O'Brien"],
  ['Anne-Marie Dubois', '555 0107', 'Anne Marie Dubois', 'dubois, annemarie'],
  ['José Núñez', '555 0108', 'Nunez Jose', 'NÚÑEZ, JOSÉ'],
  ['St. Lu%c_a (C+) [x] \\ $^', '555 0109', '$^ lu%c_a st', '[x] c+'],
] as const;

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  const customer = await makeCustomer(server);
  for (const [name, phone] of SOUGHT) {
    await server.sql(
      `with person as (insert into users (id, username, email, password, phone, referral_code)
         values (gen_random_uuid(), :name, md5(:name) || '@user.example', '', :phone, md5(:name)))
       insert into referrals (id, user_id, name, email, phone, date, status)
       values (gen_random_uuid(), :user, :name, md5(:name) || '@x.example', :phone, now(), 'submitted')`,
      { name, phone, user: customer.user.id },
    );
  }
});
afterAll(() => server.close());

async function find(q: string) {
  const [referrals, users] = await Promise.all([
    admin.client.call(routes.adminReferrals, { query: { q } }),
    admin.client.call(routes.users, { query: { q } }),
  ]);
  return [referrals.body.map(({ name }) => name), users.body.map(({ username }) => username)];
}

test.each([false, true])(
  'lists of the server find what the device finds, after housekeeping: %s',
  async (isFilled) => {
    if (isFilled) await fillSearch(server.database.orm);
    for (const [name, phone, ...texts] of SOUGHT) {
      for (const q of [...texts, name, phone]) {
        expect(isSought(soughtIn(q), [name], phone), q).toBe(true);
        expect(await find(q), q).toEqual([[name], [name]]);
      }
    }
    expect(await find('brien jose')).toEqual([[], []]);
  },
);
