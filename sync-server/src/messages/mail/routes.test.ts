import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { mailOffLink } from './mail-off.ts';

const mail = mailTo(undefined);
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail } });
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await makeCustomer(server);
});

const stateOf = async (kind: string, { client } = person) =>
  (await client.call(routes.ownMail)).body.kinds.find((one) => one.kind === kind)?.isOn;
const linkOf = (kind: 'friend_moved' | 'password_reset' = 'friend_moved') =>
  new URL(mailOffLink(mail, person.user.id, kind) ?? 'https://none').pathname;

test('a customer has a switch for each kind that concerns them, an admin for those of admins too', async () => {
  const own = (await person.client.call(routes.ownMail)).body;
  expect(own).toMatchObject({ hasMail: true, email: person.user.email, emailConfirmedAt: null });
  expect(own.kinds.map(({ kind }) => kind)).toEqual([
    'friend_moved',
    'reward_earned',
    'reward_paid',
    'achievement',
  ]);
  const admin = await makeAdmin(server);
  expect(await stateOf('daily_summary', admin)).toBe(true);
});

test('a switch is set once, with a line in the audit log, and set back', async () => {
  const set = (isOn: boolean) =>
    person.client.call(routes.switchMail, { body: { kind: 'friend_moved', isOn } });
  await set(false);
  await set(false);
  expect(await stateOf('friend_moved')).toBe(false);
  const lines = await server.sql(
    `select details from audit_logs where user_id = ? and action = 'user.switch_mail'`,
    [person.user.id],
  );
  expect(lines).toEqual([{ details: 'mail.friend_moved: on → off' }]);
  await set(true);
  expect(await stateOf('friend_moved')).toBe(true);
});

test('what concerns the account itself cannot be switched off', async () => {
  const body = { kind: 'password_reset', isOn: false };
  const refused = await person.client.refuse(routes.switchMail, { body });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(mailOffLink(mail, person.user.id, 'password_reset')).toBeUndefined();
});

test('opening the link only asks; one click of a mail program, without cookie or origin, switches off', async () => {
  const stranger = server.client();
  const page = await stranger.fetch(linkOf());
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
  expect(await page.text()).toContain('<form method="post">');
  expect(await stateOf('friend_moved')).toBe(true);
  const click = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };
  for (let time = 0; time < 2; time += 1) {
    const done = await stranger.fetch(linkOf(), click);
    expect([done.status, done.redirected]).toEqual([200, false]);
  }
  expect(await stateOf('friend_moved')).toBe(false);
  expect(await stateOf('reward_earned')).toBe(true);
});

test.each([
  ['of another kind', (path: string) => path.replace('friend_moved', 'reward_paid')],
  ['of another user', (path: string) => path.replace(/off\/./, (start) => otherDigit(start))],
  ['cut short', (path: string) => path.slice(0, -3)],
])('a link %s is not ours', async (_, spoil) => {
  for (const method of ['GET', 'POST']) {
    const page = await server.client().fetch(spoil(linkOf()), { method });
    expect(page.status).toBe(404);
  }
  expect(await stateOf('friend_moved')).toBe(true);
  expect(await stateOf('reward_paid')).toBe(true);
});

test.each(['.', '%3E', '>)', '%E2%80%9D.', '/'])(
  'the link is found with %s behind it, and a cut one is said to be',
  async (behind) => {
    const stranger = server.client();
    expect((await stranger.fetch(linkOf() + behind)).status).toBe(200);
    expect((await stranger.fetch(linkOf().slice(0, -1) + behind)).status).toBe(404);
  },
);

const otherDigit = (start: string) => start.slice(0, -1) + (start.endsWith('0') ? '1' : '0');

test('without mail the switches are there and the links are not', async () => {
  const without = await startTestServer({ database: server.database });
  const { body } = await person.client.at(without.url).call(routes.ownMail);
  expect(body.hasMail).toBe(false);
  expect((await without.client().fetch(linkOf())).status).toBe(404);
  await without.close();
});
