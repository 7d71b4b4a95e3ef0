import { randomUUID } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailTo, type MailServer, startMailServer, tokenIn } from '../../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../../test/people.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { sendDue } from '../send.ts';

let smtp: MailServer;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ mail: { mail: mailTo(smtp.url) } });
  admin = await makeAdmin(server);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(async () => {
  smtp.refusal = () => undefined;
  await server.sql('delete from outgoing_messages where true');
  await server.sql('delete from rate_limits where true');
});

const deliver = () => sendDue(server.database.orm.em.fork());
const newestTo = (email: string) => smtp.received.findLast(({ to }) => to === email);
const count = async (condition: string) =>
  (await server.sql(`select 1 from outgoing_messages where ${condition}`)).length;
/** Sends what is due, beside the server's own sender, until there is such a message or none any more. */
const deliverUntil = (isOver: () => Promise<boolean>) =>
  vi.waitUntil(async () => {
    await deliver();
    return isOver();
  }, WAIT);
const WAIT = { timeout: 10_000, interval: 20 };
/** The link in the newest letter to an address, once all has gone out. */
async function linkTo(email: string): Promise<string> {
  await deliverUntil(async () => (await count("state = 'waiting'")) === 0);
  return tokenIn(newestTo(email));
}
const idOf = async (kind: string) => {
  const sql = 'select id from outgoing_messages where kind = ? order by created_at desc limit 1';
  return (await server.sql<{ id: string }>(sql, [kind]))[0]?.id ?? '';
};
const sendAgain = async (kind: string) =>
  admin.client.call(routes.sendMessageAgain, { params: { id: await idOf(kind) } });
const refuseAgain = async (kind: string) =>
  admin.client.refuse(routes.sendMessageAgain, { params: { id: await idOf(kind) } });
const open = (token: string) => server.client().call(routes.openLink, { body: { token } });
const refuse = (token: string) => server.client().refuse(routes.openLink, { body: { token } });
const setPassword = (token: string) =>
  server.client().call(routes.setPasswordByLink, { body: { token, password: 'battery staple' } });
const ageLinks = (interval: string) =>
  server.sql('update one_time_links set ends_at = ends_at - ?::interval', [interval]);

/** Of the link that was made last to an address. */
async function minutesLeft(email: string): Promise<number> {
  const [link] = await server.sql<{ left: number }>(
    `select extract(epoch from ends_at - now())::float8 / 60 as left from one_time_links
     where email = ? order by created_at desc limit 1`,
    [email],
  );
  return link?.left ?? 0;
}

async function invite(): Promise<string> {
  const name = randomUUID().slice(0, 13);
  const email = `${name}@people.example`;
  const body = { username: name, email, role: 'customer', isActive: 'true', invite: true };
  await admin.client.call(routes.addUser, { body });
  return email;
}

describe.each([
  ['an invitation', 'invitation', invite],
  [
    'a forgotten password',
    'password_reset',
    async () => {
      const { user } = await makeCustomer(server);
      await server.client().call(routes.askPasswordReset, { body: { email: user.email } });
      return user.email;
    },
  ],
  [
    'an address to be confirmed',
    'confirm_email',
    async () => (await makeCustomer(server)).user.email,
  ],
])('The letter of %s', (_, kind, begin) => {
  const minutes = kind === 'password_reset' ? 30 : 7 * 24 * 60;
  test.each(['1 day', '30 days'])('has a new link when it is sent again after %s', async (age) => {
    const email = await begin();
    const first = await linkTo(email);
    const [, firstId] = /Message-ID: (.*)/.exec(newestTo(email)?.raw ?? '') ?? [];
    await ageLinks(age);
    await sendAgain(kind);
    const second = await linkTo(email);
    expect(second).not.toBe(first);
    await open(second);
    expect((await refuse(first)).status).toBe(410);
    expect(newestTo(email)?.raw).not.toContain(firstId);
    expect(await minutesLeft(email)).toBeGreaterThan(minutes - 5);
  });

  test('whose first try failed has its whole time from the try that did not', async () => {
    smtp.refusal = () => 451;
    const email = await begin();
    await deliverUntil(async () => (await count('tries > 0')) > 0);
    await server.sql(`update one_time_links set ends_at = now() + interval '1 minute'`);
    await server.sql('update outgoing_messages set due_at = now()');
    smtp.refusal = () => undefined;
    await open(await linkTo(email));
    expect(await minutesLeft(email)).toBeGreaterThan(minutes - 5);
  });
});

test('An invitation that was followed is not sent again, and its link gets no second life', async () => {
  const email = await invite();
  await setPassword(await linkTo(email));
  expect(await refuseAgain('invitation')).toMatchObject({ status: 410 });
  // As if its letter had been taken and not marked.
  await server.sql(`update outgoing_messages set state = 'waiting', due_at = now()`);
  const before = smtp.received.length;
  await deliver();
  const after = smtp.received.slice(before).filter(({ raw }) => raw.includes('account is ready'));
  expect(after).toEqual([]);
});

test('An address that is confirmed is not asked again', async () => {
  const { user } = await makeCustomer(server);
  await server
    .client()
    .call(routes.confirmEmail, { body: { token: await linkTo(user.email), isMine: true } });
  expect(await refuseAgain('confirm_email')).toMatchObject({ status: 410 });
});

test('A forgotten password is not sent again to an address that is not the account’s any more', async () => {
  const { user } = await makeCustomer(server);
  await server.client().call(routes.askPasswordReset, { body: { email: user.email } });
  await deliver();
  const params = { id: user.id };
  await admin.client.call(routes.changeUser, { params, body: { email: `new-${user.email}` } });
  expect(await refuseAgain('password_reset')).toMatchObject({ status: 410 });
});

describe('A way back', () => {
  async function moved(): Promise<string> {
    const { client, user } = await makeCustomer(server);
    const body = { token: await linkTo(user.email), isMine: true };
    await server.client().call(routes.confirmEmail, { body });
    await client.call(routes.changeProfile, { body: { email: `new-${user.email}` } });
    const token = await linkTo(`new-${user.email}`);
    await server.client().call(routes.confirmEmail, { body: { token, isMine: true } });
    return user.email;
  }

  test('that is sent again is the same, and works for as long as its letter says', async () => {
    const email = await moved();
    const first = await linkTo(email);
    await ageLinks('6 days');
    await sendAgain('account_changed');
    expect(await linkTo(email)).toBe(first);
    expect(await minutesLeft(email)).toBeGreaterThan(6.9 * 24 * 60);
  });

  test('that was used is not sent again', async () => {
    const email = await moved();
    await setPassword(await linkTo(email));
    const sql = `select id from outgoing_messages where kind = 'account_changed' and data ->> 'what' = 'email'`;
    const [message] = await server.sql<{ id: string }>(sql);
    const params = { id: message?.id ?? '' };
    expect((await admin.client.refuse(routes.sendMessageAgain, { params })).status).toBe(410);
  });
});
