import { PASSWORD_RESETS_PER_HOUR_AND_EMAIL } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailTo, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { sendDue } from '../../messages/mail/send.ts';

let smtp: MailServer;
let server: TestServer;
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
  person = await makeCustomer(server);
  await deliver();
});

const deliver = () => sendDue(server.database.orm.em.fork());
const PASSWORD = 'correct horse';
const NEW = 'battery staple';
const ask = (email: string) => server.client().call(routes.askPasswordReset, { body: { email } });
const lastTo = (email: string) => smtp.received.findLast(({ to }) => to === email);
async function linkTo(email: string): Promise<string> {
  await deliver();
  return tokenIn(lastTo(email));
}
async function resetLink(): Promise<string> {
  await ask(person.user.email);
  return linkTo(person.user.email);
}
const setPassword = (token: string, password = NEW) =>
  server.client().call(routes.setPasswordByLink, { body: { token, password } });
const refusedSet = (token: string) =>
  server.client().refuse(routes.setPasswordByLink, { body: { token, password: NEW } });
const signIn = (email: string, password: string) =>
  server.client().call(routes.logIn, { body: { email, password } });
const refusedSignIn = (email: string, password: string) =>
  server.client().refuse(routes.logIn, { body: { email, password } });
const confirm = (token: string) =>
  server.client().call(routes.confirmEmail, { body: { token, isMine: true } });
/** Only a confirmed address gets a way back. */
const confirmOwn = () =>
  server.sql('update users set email_confirmed_at = now() where id = ?', [person.user.id]);
const ENDED = { status: 410, body: { code: 'link_ended' } };

describe('A forgotten password', () => {
  test('is replaced by a link, which ends all sessions, confirms the address, and tells', async () => {
    // However it was typed, the message goes to the address of the account.
    await ask(person.user.email.toUpperCase());
    await setPassword(await linkTo(person.user.email));
    expect((await person.client.refuse(routes.currentUser)).status).toBe(401);
    await refusedSignIn(person.user.email, PASSWORD);
    const { body } = await signIn(person.user.email, NEW);
    expect(body.emailConfirmedAt).toBeDefined();
    await deliver();
    expect(lastTo(person.user.email)?.body).toMatch(
      /Sign-in from a new device|password .* changed/,
    );
    const actions = await server.sql<{ action: string }>(
      `select action from audit_logs where entity_id = ? order by created_at`,
      [person.user.id],
    );
    expect(actions.map(({ action }) => action)).toContain('user.password_by_reset');
  });

  test.each([
    [
      'chosen in the profile',
      () =>
        person.client.call(routes.changePassword, {
          body: { currentPassword: PASSWORD, newPassword: NEW },
        }),
    ],
    [
      'given by an admin',
      async () => {
        const admin = await makeAdmin(server);
        await admin.client.call(routes.resetPassword, { params: { id: person.user.id } });
      },
    ],
  ])('is not replaced by a link from before a password %s', async (_, change) => {
    const link = await resetLink();
    await change();
    expect(await refusedSet(link)).toMatchObject(ENDED);
  });

  test('works once, and a newer link ends it', async () => {
    const first = await resetLink();
    const second = await resetLink();
    expect(await refusedSet(first)).toMatchObject(ENDED);
    await setPassword(second);
    expect(await refusedSet(second)).toMatchObject(ENDED);
  });

  test('of two uses at once one counts', async () => {
    const token = await resetLink();
    const answers = await Promise.allSettled([
      setPassword(token, 'first horse'),
      setPassword(token, 'second horse'),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not changed by opening its link, and the link ends after 30 minutes', async () => {
    const token = await resetLink();
    const look = { body: { token } };
    for (let time = 0; time < 2; time += 1) {
      const { body } = await server.client().call(routes.openLink, look);
      const { email, username } = person.user;
      expect(body).toMatchObject({ kind: 'reset', email, username, isOwn: false });
    }
    await signIn(person.user.email, PASSWORD);
    const age = (minutes: number) =>
      server.sql(
        `update one_time_links set ends_at = ends_at - make_interval(mins => ?) where user_id = ?`,
        [minutes, person.user.id],
      );
    await age(29);
    await server.client().call(routes.openLink, look);
    await age(1);
    expect(await server.client().refuse(routes.openLink, look)).toMatchObject(ENDED);
    expect(await refusedSet(token)).toMatchObject(ENDED);
  });

  test('is stored nowhere as it is sent', async () => {
    const token = await resetLink();
    const rows = await server.sql(
      `select (select json_agg(m)::text from outgoing_messages m) as messages,
         (select json_agg(l)::text from one_time_links l) as links`,
    );
    expect(JSON.stringify(rows)).toContain(person.user.id);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    ['nobody’s', async () => 'nobody@people.example'],
    ['an inactive user’s', async () => deactivate("is_active = 'false'")],
    ['an erased user’s', async () => deactivate('erased_at = now()')],
  ])('%s gets the same answer and no message', async (_, addressOf) => {
    const email = await addressOf();
    const known = await ask((await makeCustomer(server)).user.email);
    const answer = await ask(email);
    expect([answer.status, answer.body]).toEqual([known.status, known.body]);
    const names = (headers: Headers) => [...headers.keys()].toSorted();
    expect(names(answer.headers)).toEqual(names(known.headers));
    const before = smtp.received.filter(({ to }) => to === email).length;
    await deliver();
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(before);
    expect(
      await server.sql('select 1 from outgoing_messages where recipient = ?', [email]),
    ).toHaveLength(before);
  });

  async function deactivate(change: string): Promise<string> {
    await server.sql(`update users set ${change} where id = ?`, [person.user.id]);
    return person.user.email;
  }

  test('is asked for a few times an hour, known or not', async () => {
    for (const email of [person.user.email, 'stranger@people.example']) {
      for (let time = 0; time < PASSWORD_RESETS_PER_HOUR_AND_EMAIL; time += 1) await ask(email);
      const refused = await server.client().refuse(routes.askPasswordReset, { body: { email } });
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    }
  });

  test('cannot be replaced by guessing', async () => {
    const body = { token: 'x'.repeat(43) };
    let last = 0;
    for (let time = 0; time <= 60; time += 1)
      last = (await server.client().refuse(routes.openLink, { body })).status;
    expect(last).toBe(429);
    expect((await refusedSet('y'.repeat(43))).status).toBe(429);
  });

  test('is refused in words where there is no mail', async () => {
    const without = await startTestServer();
    const refused = await without
      .client()
      .refuse(routes.askPasswordReset, { body: { email: 'any@people.example' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'mail_off' } });
    await without.close();
  });
});

describe('An address', () => {
  const own = async () => (await person.client.call(routes.ownMail)).body;
  const change = (email: string) => person.client.call(routes.changeProfile, { body: { email } });

  test('is confirmed by the link of the sign-up, once', async () => {
    const token = tokenIn(lastTo(person.user.email));
    expect((await own()).emailConfirmedAt).toBeNull();
    await confirm(token);
    expect((await own()).emailConfirmedAt).not.toBeNull();
    const again = await server
      .client()
      .refuse(routes.confirmEmail, { body: { token, isMine: true } });
    expect(again).toMatchObject(ENDED);
  });

  test('is asked for by sixty messages an hour for one network; the sixty-first signs up without one', async () => {
    await server.sql('update rate_limits set count = 59 where key like ?', ['confirmations:%']);
    const [asked, unasked] = [await makeCustomer(server), await makeCustomer(server)];
    await deliver();
    expect([lastTo(asked.user.email)?.to, lastTo(unasked.user.email)]).toEqual([
      asked.user.email,
      undefined,
    ]);
    expect((await unasked.client.refuse(routes.askConfirmation)).status).toBe(429);
  });

  test('that is new counts once it is confirmed; the old one is told and takes the account back for 7 days', async () => {
    await confirmOwn();
    const [old, fresh] = [person.user.email, `new-${person.user.email}`];
    const changed = (await change(fresh)).body;
    expect(changed).toMatchObject({ email: old, pendingEmail: fresh });
    await change(fresh);
    await deliver();
    expect(smtp.received.filter(({ to }) => to === fresh)).toHaveLength(1);
    await refusedSignIn(fresh, PASSWORD);
    await signIn(old, PASSWORD);
    await confirm(await linkTo(fresh));
    expect(await own()).toMatchObject({ email: fresh, pendingEmail: null });
    await signIn(fresh, PASSWORD);
    await deliver();
    expect(lastTo(old)?.body).toContain('The email of your account was changed');
    const back = tokenIn(lastTo(old));
    const { body } = await server.client().call(routes.openLink, { body: { token: back } });
    expect(body).toMatchObject({ kind: 'undo', email: old });
    const [link] = await server.sql<{ days: number }>(
      `select extract(epoch from ends_at - created_at)::float8 / 86400 as days from one_time_links
       where user_id = ? and kind = 'undo'`,
      [person.user.id],
    );
    expect(link?.days).toBeCloseTo(7, 2);
    await setPassword(back);
    expect((await person.client.refuse(routes.currentUser)).status).toBe(401);
    expect((await signIn(old, NEW)).body).toMatchObject({ email: old });
  });

  test('that is new and belongs to somebody is refused, also if they got it meanwhile', async () => {
    const other = await makeCustomer(server);
    const taken = await person.client.refuse(routes.changeProfile, {
      body: { email: other.user.email },
    });
    expect(taken).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const wanted = `wanted-${person.user.email}`;
    await change(wanted);
    const token = await linkTo(wanted);
    await server.client().signUp(`w-${person.user.username.slice(2, 12)}`, { email: wanted });
    const refused = await server
      .client()
      .refuse(routes.confirmEmail, { body: { token, isMine: true } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  test('that is new is given up by entering the old one, and its link with it', async () => {
    const fresh = `new-${person.user.email}`;
    await change(fresh);
    const token = await linkTo(fresh);
    expect((await change(person.user.email)).body.pendingEmail).toBeUndefined();
    const refused = await server
      .client()
      .refuse(routes.confirmEmail, { body: { token, isMine: true } });
    expect(refused).toMatchObject(ENDED);
  });

  test('is asked to be confirmed again when its owner wishes, a few times an hour', async () => {
    const before = smtp.received.length;
    for (let time = 0; time < 5; time += 1) await person.client.call(routes.askConfirmation);
    expect((await person.client.refuse(routes.askConfirmation)).status).toBe(429);
    await confirm(await linkTo(person.user.email));
    expect(smtp.received.length).toBe(before + 5);
  });

  test('that an admin changes counts at once, and the old one gets a way back', async () => {
    await confirmOwn();
    const admin = await makeAdmin(server);
    const fresh = `admin-${person.user.email}`;
    await admin.client.call(routes.changeUser, {
      params: { id: person.user.id },
      body: { email: fresh },
    });
    expect(await own()).toMatchObject({ email: fresh, emailConfirmedAt: null });
    await deliver();
    expect(tokenIn(lastTo(person.user.email))).not.toBe('');
    await confirm(tokenIn(lastTo(fresh)));
    expect((await own()).emailConfirmedAt).not.toBeNull();
  });

  test('of which the earliest way back is used, ends the later ones', async () => {
    await confirmOwn();
    const [first, second, third] = ['', 'b-', 'c-'].map((start) => start + person.user.email);
    await change(second ?? '');
    await confirm(await linkTo(second ?? ''));
    const toFirst = await linkTo(first ?? '');
    await change(third ?? '');
    await confirm(await linkTo(third ?? ''));
    const toSecond = await linkTo(second ?? '');
    await setPassword(toFirst);
    expect(await refusedSet(toSecond)).toMatchObject(ENDED);
  });
});

describe('An invitation', () => {
  const invited = () => ({
    username: `i-${person.user.username.slice(2)}`,
    email: `invited-${person.user.email}`,
    role: 'customer',
    isActive: 'true',
  });

  test('lets a new user set their password, for 7 days', async () => {
    const admin = await makeAdmin(server);
    const body = { ...invited(), invite: true };
    await admin.client.call(routes.addUser, { body });
    const token = await linkTo(body.email);
    const opened = await server.client().call(routes.openLink, { body: { token } });
    expect(opened.body.kind).toBe('invitation');
    await setPassword(token);
    const { body: user } = await signIn(body.email, NEW);
    expect(user.emailConfirmedAt).toBeDefined();
    expect(user.passwordEndsAt).toBeUndefined();
  });

  test('stands in for a password only where there is mail', async () => {
    const admin = await makeAdmin(server);
    const refused = await admin.client.refuse(routes.addUser, { body: invited() });
    expect(refused.body.fields).toEqual({ password: 'Password is required' });
    const without = await startTestServer({ database: server.database });
    const off = await admin.client
      .at(without.url)
      .refuse(routes.addUser, { body: { ...invited(), invite: true } });
    expect(off).toMatchObject({ status: 409, body: { code: 'mail_off' } });
    await without.close();
  });
});

test('password managers are sent to where a password is changed', async () => {
  const answer = await server.client().fetch('/.well-known/change-password');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    '/profile?section=security',
  ]);
});
