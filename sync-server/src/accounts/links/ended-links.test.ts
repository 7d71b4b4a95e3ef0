import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendDue } from '../../messages/mail/send.ts';
import { mailTo, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let smtp: MailServer;
let server: TestServer;
let admin: TestPerson;
let person: TestPerson;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ mail: { mail: mailTo(smtp.url) } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(async () => {
  await server.sql('delete from rate_limits where true');
  [admin, person] = [await makeAdmin(server), await makeCustomer(server)];
  await deliver();
});

const deliver = () => sendDue(server.database.orm.em.fork());
const NEW = 'battery staple';
const lettersTo = (email: string) => smtp.received.filter(({ to }) => to === email);
async function linkTo(email: string): Promise<string> {
  await deliver();
  return tokenIn(lettersTo(email).at(-1));
}
async function resetLink(email = person.user.email): Promise<string> {
  await server.client().call(routes.askPasswordReset, { body: { email } });
  return linkTo(email);
}
const setPassword = (token: string) =>
  server.client().call(routes.setPasswordByLink, { body: { token, password: NEW } });
const wish = (email: string) => person.client.call(routes.changeProfile, { body: { email } });
const confirmed = (token: string) =>
  server.client().call(routes.confirmEmail, { body: { token, isMine: true } });
const refusedConfirm = (token: string) =>
  server.client().refuse(routes.confirmEmail, { body: { token, isMine: true } });
const pending = async () => {
  const [row] = await server.sql<{ pending: string | null }>(
    'select pending_email as pending from users where id = ?',
    [person.user.id],
  );
  return row?.pending;
};

/** What shuts out whoever asked for another address. */
const shutOut = {
  'a new password by a link': async () => setPassword(await resetLink()),
  'a changed password': () =>
    person.client.call(routes.changePassword, { body: { newPassword: NEW } }),
  'a password that an admin gave': () =>
    admin.client.call(routes.resetPassword, { params: { id: person.user.id } }),
};

test.each(Object.entries(shutOut))('An address that waits ends with %s', async (_, act) => {
  const thiefs = `thief-${person.user.email}`;
  await wish(thiefs);
  const token = await linkTo(thiefs);
  await act();
  expect(await pending()).toBeNull();
  expect(await refusedConfirm(token)).toMatchObject({ status: 410 });
});

test('So does its message that was not sent yet', async () => {
  const thiefs = `late-${person.user.email}`;
  await wish(thiefs);
  await person.client.call(routes.changePassword, { body: { newPassword: NEW } });
  await deliver();
  expect(lettersTo(thiefs)).toEqual([]);
});

test('An address that is asked for again after its link ended gets another message', async () => {
  const fresh = `fresh-${person.user.email}`;
  await wish(fresh);
  await linkTo(fresh);
  await person.client.call(routes.changePassword, { body: { newPassword: NEW } });
  // A day later, because an address that nobody confirmed gets one letter of a kind a day.
  await server.sql('delete from rate_limits where true');
  await wish(fresh);
  await confirmed(await linkTo(fresh));
  // The same wish again changes nothing, and its link goes on.
  const next = `next-${person.user.email}`;
  await wish(next);
  const token = await linkTo(next);
  await wish(next);
  await confirmed(token);
});

describe('A message is not sent again to bring back', () => {
  const messageTo = async (email: string) => {
    const [row] = await server.sql<{ id: string }>(
      `select id from outgoing_messages where recipient = ? and data->'link' is not null
       order by created_at desc limit 1`,
      [email],
    );
    return { params: { id: row?.id ?? '' } };
  };
  const ENDED = { status: 410, body: { code: 'link_ended' } };
  const refusedAgain = async (email: string) =>
    admin.client.refuse(routes.sendMessageAgain, await messageTo(email));

  test('a used invitation', async () => {
    const email = `invited-${person.user.email}`;
    const body = { username: `i-${person.user.username.slice(2)}`, email, role: 'customer' };
    await admin.client.call(routes.addUser, { body: { ...body, isActive: 'true', invite: true } });
    await setPassword(await linkTo(email));
    expect(await refusedAgain(email)).toMatchObject(ENDED);
  });

  test('a used or overtaken way back', async () => {
    const [first, second, third] = ['', 'b-', 'c-'].map((start) => start + person.user.email) as [
      string,
      string,
      string,
    ];
    await confirmed(await linkToOwn());
    for (const email of [second, third]) {
      await wish(email);
      await confirmed(await linkTo(email));
      await deliver();
    }
    await setPassword(await linkTo(first));
    for (const email of [first, second]) expect(await refusedAgain(email)).toMatchObject(ENDED);
  });

  test('a reset whose password was set', async () => {
    await setPassword(await resetLink());
    expect(await refusedAgain(person.user.email)).toMatchObject(ENDED);
  });
});

/** The link by which the person confirms the address they signed up with. */
async function linkToOwn(): Promise<string> {
  await person.client.call(routes.askConfirmation);
  return linkTo(person.user.email);
}
