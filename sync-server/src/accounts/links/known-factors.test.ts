import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendDue } from '../../messages/mail/send.ts';
import {
  addPasskey,
  codeOf,
  passkeyBody,
  type SoftPasskey,
  turnCodesOn,
} from '../../test/factors.ts';
import { mailTo, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

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
beforeEach(() => server.sql('delete from rate_limits where true'));

const NEW = 'battery staple';
async function linkTo(address: string): Promise<string> {
  await sendDue(server.database.orm.em.fork());
  return tokenIn(smtp.received.findLast(({ to }) => to === address));
}
async function resetLink(email: string): Promise<string> {
  await server.client().call(routes.askPasswordReset, { body: { email } });
  return linkTo(email);
}
const setPassword = (token: string, keep?: readonly string[]) =>
  server.client().call(routes.setPasswordByLink, { body: { token, password: NEW, keep } });
const open = async (token: string) =>
  (await server.client().call(routes.openLink, { body: { token } })).body;
async function opensBy(passkey: SoftPasskey): Promise<boolean> {
  const client = server.client();
  const body = await passkeyBody(client, passkey);
  return client.call(routes.logInByPasskey, { body }).then(
    () => true,
    () => false,
  );
}
/** A customer who confirmed the address some days ago. */
async function withConfirmed(): Promise<TestPerson> {
  const person = await makeCustomer(server);
  const token = await linkTo(person.user.email);
  await person.client.call(routes.confirmEmail, { body: { token } });
  const sql = `update users set email_confirmed_at = now() - interval '90 days' where id = ?`;
  await server.sql(sql, [person.user.id]);
  return person;
}
/** A passkey that is so many days old. */
async function addOld({ client, user }: TestPerson, days: number): Promise<SoftPasskey> {
  const passkey = await addPasskey(client, `From ${days} days ago`);
  const sql = `update passkeys set created_at = now() - make_interval(days => ?)
    where user_id = ? and credential_id = ?`;
  await server.sql(sql, [days, user.id, passkey.id]);
  return passkey;
}
async function moveTo({ client }: TestPerson, email: string): Promise<void> {
  await client.call(routes.changeProfile, { body: { email } });
  await client.call(routes.confirmEmail, { body: { token: await linkTo(email) } });
  await sendDue(server.database.orm.em.fork());
}

describe('A new password by a link', () => {
  test('ends a passkey from before the address was confirmed, however old', async () => {
    const person = await makeCustomer(server);
    const [before, after] = [await addOld(person, 80), await addOld(person, 40)];
    const sql = `update users set email_confirmed_at = now() - interval '60 days' where id = ?`;
    await server.sql(sql, [person.user.id]);
    await setPassword(await resetLink(person.user.email));
    expect([await opensBy(before), await opensBy(after)]).toEqual([false, true]);
  });

  test('ends a passkey that somebody added in a session of the owner’s; older ones stay', async () => {
    const person = await withConfirmed();
    const own = await addOld(person, 31);
    const thiefs = await addOld(person, 29);
    await setPassword(await resetLink(person.user.email));
    expect([await opensBy(own), await opensBy(thiefs)]).toEqual([true, false]);
  });

  test('lists what else signs in and where the account is open, before anything is done', async () => {
    const person = await withConfirmed();
    await addOld(person, 31);
    await addOld(person, 2);
    const opened = await open(await resetLink(person.user.email));
    expect(opened.factors).toMatchObject([
      { name: 'From 31 days ago', isDoubtful: false },
      { name: 'From 2 days ago', isDoubtful: true },
    ]);
    expect(opened.sessions).toHaveLength(1);
    expect(opened).not.toHaveProperty('needsFactor');
  });

  test('keeps what the person knows, and nothing else', async () => {
    const person = await withConfirmed();
    const [old, recent] = [await addOld(person, 31), await addOld(person, 2)];
    const token = await resetLink(person.user.email);
    const { factors = [] } = await open(token);
    // One that is added after the page was opened is on nobody's list.
    const late = await addPasskey(person.client, 'Late');
    await setPassword(token, [factors[1]?.id ?? '', 'of nobody']);
    expect(await Promise.all([old, recent, late].map(opensBy))).toEqual([false, true, false]);
  });

  test('that keeps no factor of an admin opens nothing before another admin has reset it', async () => {
    const admin = await makeAdmin(server);
    const { secret } = await turnCodesOn(admin.client);
    const token = await resetLink(admin.user.email);
    expect(await open(token)).toMatchObject({
      needsFactor: true,
      factors: [{ id: 'codes', name: null, isDoubtful: true }],
    });
    await setPassword(token, []);
    const client = server.client();
    const body = { email: admin.user.email, password: NEW };
    expect((await client.refuse(routes.logIn, { body })).body.code).toBe('second_factor_needed');
    const code = { body: { code: codeOf(secret, 1) } };
    expect((await client.refuse(routes.logInByCode, code)).status).toBe(401);
  });

  test('leaves an admin the codes they know', async () => {
    const admin = await makeAdmin(server);
    const { secret } = await turnCodesOn(admin.client);
    await setPassword(await resetLink(admin.user.email), ['codes']);
    const client = server.client();
    await client.refuse(routes.logIn, { body: { email: admin.user.email, password: NEW } });
    await client.call(routes.logInByCode, { body: { code: codeOf(secret, 1) } });
  });
});

describe('A way back', () => {
  test('ends a passkey from before the address was changed', async () => {
    const person = await withConfirmed();
    const own = await addOld(person, 60);
    const thiefs = await addPasskey(person.client, 'Of a thief');
    await moveTo(person, `thief-${person.user.email}`);
    await setPassword(await linkTo(person.user.email));
    expect([await opensBy(own), await opensBy(thiefs)]).toEqual([true, false]);
  });

  test('counts from the change, however late its message is sent', async () => {
    const person = await withConfirmed();
    await moveTo(person, `thief-${person.user.email}`);
    const passkey = await addOld(person, 35);
    // The thief waits; then the mail server comes back.
    const { id } = person.user;
    await server.sql(
      `update outgoing_messages set created_at = now() - interval '6 days', state = 'waiting',
         due_at = now(), data = data - 'link' where user_id = ? and data->>'what' = 'email'`,
      [id],
    );
    await setPassword(await linkTo(person.user.email));
    expect(await opensBy(passkey)).toBe(false);
  });

  test('is not sent to an address that nobody confirmed', async () => {
    const person = await makeCustomer(server);
    const old = person.user.email;
    await moveTo(person, `new-${old}`);
    await sendDue(server.database.orm.em.fork());
    const letter = smtp.received.findLast(({ to }) => to === old);
    expect(letter?.body).toContain('The email of your account was changed');
    expect(letter?.body).not.toContain('/password#');
    const links = await server.sql(
      `select 1 from one_time_links where kind = 'undo' and email = ?`,
      [old],
    );
    expect(links).toEqual([]);
  });

  test.each([
    ['before its message is sent', false],
    ['once it was sent', true],
  ])('keeps its address free of others %s', async (_, isSent) => {
    const person = await withConfirmed();
    const old = person.user.email;
    await person.client.call(routes.changeProfile, { body: { email: `b-${old}` } });
    const token = await linkTo(`b-${old}`);
    await person.client.call(routes.confirmEmail, { body: { token } });
    if (isSent) await sendDue(server.database.orm.em.fork());
    const body = { username: `x-${person.user.username}`, email: old.toUpperCase(), password: NEW };
    const taken = { status: 409, body: { code: 'email_taken' } };
    expect(await server.client().refuse(routes.signUp, { body })).toMatchObject(taken);
    const other = await makeCustomer(server);
    const email = { body: { email: old } };
    expect(await other.client.refuse(routes.changeProfile, email)).toMatchObject(taken);
    const admin = await makeAdmin(server);
    const params = { id: other.user.id };
    expect(await admin.client.refuse(routes.changeUser, { params, ...email })).toMatchObject(taken);
    const added = { username: `y-${person.user.username}`, email: old, password: NEW };
    const all = { body: { ...added, role: 'customer', isActive: 'true' } };
    expect(await admin.client.refuse(routes.addUser, all)).toMatchObject(taken);
    // Its own person may go back without the link.
    await person.client.call(routes.changeProfile, email);
  });
});

describe('A confirmation', () => {
  test('by whoever is not signed in to the account asks whether it is theirs', async () => {
    const thief = await makeCustomer(server);
    const token = await linkTo(thief.user.email);
    expect(await open(token)).toMatchObject({ kind: 'confirm', isOwn: false });
    const stranger = await makeCustomer(server);
    for (const client of [server.client(), stranger.client]) {
      for (const isMine of [undefined, false]) {
        const refused = await client.refuse(routes.confirmEmail, { body: { token, isMine } });
        expect(refused).toMatchObject({
          status: 400,
          body: { fields: { isMine: expect.stringContaining('yours') } },
        });
      }
    }
    const [row] = await server.sql('select email_confirmed_at from users where id = ?', [
      thief.user.id,
    ]);
    expect(row).toEqual({ email_confirmed_at: null });
    await server.client().call(routes.confirmEmail, { body: { token, isMine: true } });
  });

  test('in a session of the account asks nothing', async () => {
    const { client, user } = await makeCustomer(server);
    const token = await linkTo(user.email);
    const { body } = await client.call(routes.openLink, { body: { token } });
    expect(body.isOwn).toBe(true);
    await client.call(routes.confirmEmail, { body: { token } });
  });
});
