import { randomUUID } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey } from '../../test/factors.ts';
import { mailTo, type MailServer, startMailServer } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { sendDue } from './send.ts';

let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ mail: { mail: mailTo(smtp.url) } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(() => server.sql('delete from outgoing_messages where true'));

const deliver = () => sendDue(server.database.orm.em.fork());
const passTime = (minutes: number) =>
  server.sql(
    `update outgoing_messages set due_at = due_at - make_interval(mins => ?),
       settled_at = settled_at - make_interval(mins => ?)`,
    [minutes, minutes],
  );
/** The subjects of all that an address has got. */
async function lettersTo(email: string): Promise<string[]> {
  await deliver();
  const own = smtp.received.filter(({ to }) => to === email);
  return own.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? '');
}
async function lettersOf({ user }: TestPerson, subject: string): Promise<string[]> {
  return (await lettersTo(user.email)).filter((one) => one.startsWith(subject));
}
const confirm = ({ user }: TestPerson) =>
  server.sql('update users set email_confirmed_at = now() where id = ?', [user.id]);
const signIn = ({ email }: { email: string }) =>
  server.client().call(routes.logIn, { body: { email, password: 'correct horse' } });
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1) await act();
};

describe('Sign-ins on new devices', () => {
  test('are one letter a day to an address that nobody has confirmed', async () => {
    const person = await makeCustomer(server);
    await times(8, () => signIn(person.user));
    expect(await lettersOf(person, 'Sign-in')).toHaveLength(1);
  });

  test('are a few letters an hour to a confirmed one, also many at once', async () => {
    const person = await makeCustomer(server);
    await confirm(person);
    await Promise.all(Array.from({ length: 8 }, () => signIn(person.user)));
    expect(await lettersOf(person, 'Sign-in')).toHaveLength(5);
  });

  test('have a limit though the password is right, which a known device does not meet', async () => {
    const { client, user } = await makeCustomer(server);
    await signIn(user);
    await server.sql(`update rate_limits set count = 300 where key = 'signIns:user:${user.id}'`);
    const body = { email: user.email, password: 'correct horse' };
    const refused = await server.client().refuse(routes.logIn, { body });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    await client.call(routes.logIn, { body });
  });
});

test('Changes of passkeys are one letter a day to an address that nobody has confirmed', async () => {
  const person = await makeCustomer(server);
  await times(4, () => addPasskey(person.client, randomUUID()));
  expect(await lettersOf(person, 'Your second factor')).toHaveLength(1);
});

test('However many letters there were, an address that is given up gets its way back', async () => {
  const person = await makeCustomer(server);
  await confirm(person);
  await times(8, () => addPasskey(person.client, randomUUID()));
  const admin = await makeAdmin(server);
  const params = { id: person.user.id };
  const body = { email: `new-${person.user.email}` };
  await admin.client.call(routes.changeUser, { params, body });
  expect(await lettersOf(person, 'Your email was changed')).toHaveLength(1);
});

test('Many accounts that name an address as their new one are one letter a day to it', async () => {
  const email = `${randomUUID()}@people.example`;
  await times(3, async () => {
    const { client } = await makeCustomer(server);
    await client.call(routes.changeProfile, { body: { email } });
  });
  expect(await lettersTo(email)).toHaveLength(1);
});

test('A confirmation is sent again a few times a day, and then the person is told', async () => {
  const { client, user } = await makeCustomer(server);
  await times(4, () => client.call(routes.askConfirmation));
  expect(await lettersTo(user.email)).toHaveLength(5);
  await server.sql(
    `delete from rate_limits where key like '%:hour:%' or key like 'confirmations%'`,
  );
  await client.call(routes.askConfirmation);
  expect((await client.refuse(routes.askConfirmation)).status).toBe(429);
  expect(await lettersTo(user.email)).toHaveLength(6);
});

test('Forgotten passwords of an address that nobody has confirmed are a few letters a day', async () => {
  const { user } = await makeCustomer(server);
  await times(9, async () => {
    await server.sql(`delete from rate_limits where key like 'passwordResets%'`);
    await server.client().call(routes.askPasswordReset, { body: { email: user.email } });
    await deliver();
  });
  const letters = await lettersTo(user.email);
  expect(letters.filter((subject) => subject.startsWith('Set a new password'))).toHaveLength(5);
});

describe('Requests for a quote', () => {
  const request = (name: string) =>
    server.client().call(routes.requestQuote, {
      body: { id: randomUUID(), name, email: 'ann@people.example', phone: '555 0100' },
    });

  test('that come together are told in one letter, and the next ones a quarter of an hour later', async () => {
    const admin = await makeAdmin(server);
    await confirm(admin);
    await request('First Visitor');
    expect(await lettersOf(admin, 'New quote request: First Visitor')).toHaveLength(1);
    for (const name of ['Ann Lee', 'Bo Ray', 'Cy Sun']) await request(name);
    expect(await lettersTo(admin.user.email)).toHaveLength(1);
    await passTime(16);
    expect(await lettersOf(admin, '3 new quote requests')).toHaveLength(1);
    const letter = smtp.received.findLast(({ to }) => to === admin.user.email)?.body;
    expect(letter).toMatch(/Ann Lee[^]*Bo Ray[^]*Cy Sun/);
    expect(letter).not.toContain('First Visitor');
    await passTime(16);
    expect(await deliver()).toBe(0);
  });

  test('one of which was closed meanwhile are told without it', async () => {
    const admin = await makeAdmin(server);
    await confirm(admin);
    for (const name of ['Ann Lee', 'Bo Ray']) await request(name);
    await server.sql(`update quotes set status = 'closed' where name = 'Ann Lee'`);
    expect(await lettersOf(admin, 'New quote request: Bo Ray')).toHaveLength(1);
  });

  test('that could not be sent are one letter once they can', async () => {
    const admin = await makeAdmin(server);
    await confirm(admin);
    for (const name of ['Dee Fox', 'Eli Kay']) await request(name);
    smtp.refusal = () => 451;
    expect(await lettersTo(admin.user.email)).toEqual([]);
    smtp.refusal = () => undefined;
    await passTime(3);
    expect(await lettersOf(admin, '2 new quote requests')).toHaveLength(1);
  });
});

test('Friends who are moved on in one go are one letter to their referrer, and so are rewards', async () => {
  const [admin, person] = [await makeAdmin(server), await makeCustomer(server)];
  await confirm(person);
  const setStatus = (id: string, status: string) =>
    admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });
  const friends = await refer(person, 3);
  for (const id of friends) await setStatus(id, 'contact_made');
  expect(await lettersOf(person, 'News of 3 friends')).toHaveLength(1);
  for (const id of await refer(person, 2)) await setStatus(id, 'completed');
  expect(await lettersOf(person, 'You earned 2 rewards')).toHaveLength(1);
});
