import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { summarizeDay } from '../../../../operate/housekeeping/daily-summary.ts';
import { mailTo, type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../../test/people.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { sendDue } from '../send.ts';

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
  [admin, person] = [await makeAdmin(server), await makeCustomer(server)];
  await server.sql(`update users set email_confirmed_at = now() where id = ?`, [person.user.id]);
  await server.sql('delete from outgoing_messages where true');
});

interface Row {
  key: string;
  kind: string;
  recipient: string;
  isLater: boolean;
}
const messages = () =>
  server.sql<Row>(
    `select key, kind, recipient, state = 'waiting' and due_at > now() as "isLater" from outgoing_messages order by created_at, key`,
  );
const kinds = async () => (await messages()).map(({ kind }) => kind);
const setStatus = (id: string, status: string, by = admin) =>
  by.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });
async function lettersTo({ user }: TestPerson): Promise<string> {
  await sendDue(server.database.orm.em.fork());
  return smtp.received.flatMap(({ to, body }) => (to === user.email ? [body] : [])).join('\n');
}

describe('A friend', () => {
  let friend: string;
  beforeEach(async () => {
    [friend = ''] = await refer(person, 1);
  });

  test('who moves on several times a day is told once, as they stand then', async () => {
    await setStatus(friend, 'contact_made');
    await setStatus(friend, 'in_progress');
    expect(await messages()).toMatchObject([{ kind: 'friend_moved', isLater: false }]);
    expect(await lettersTo(person)).toContain('In Progress');
    await setStatus(friend, 'contact_made');
    expect(await messages()).toMatchObject([{ isLater: false }, { isLater: true }]);
    await setStatus(friend, 'in_progress');
    expect(await messages()).toHaveLength(2);
  });

  test('who is completed is told as the reward it earned, and not at all once that was taken back', async () => {
    await setStatus(friend, 'contact_made');
    await setStatus(friend, 'completed');
    expect((await kinds()).filter((kind) => kind !== 'achievement')).toEqual(['reward_earned']);
    expect(await lettersTo(person)).toContain('you earned $300');
    await server.sql('delete from outgoing_messages where true');
    const [other = ''] = await refer(person, 1);
    await setStatus(other, 'completed');
    await server.sql(`update referrals set status = 'in_progress' where id = ?`, [other]);
    await sendDue(server.database.orm.em.fork());
    expect((await messages()).filter(({ key }) => key.includes(other))).toEqual([]);
  });

  test('is told as having moved on to whom has switched rewards off, and not to whom has switched off both', async () => {
    const off = (kind: string) =>
      person.client.call(routes.switchMail, { body: { kind, isOn: false } });
    await off('reward_earned');
    await setStatus(friend, 'completed');
    expect(await kinds()).toContain('friend_moved');
    await off('friend_moved');
    const [other = ''] = await refer(person, 1);
    await setStatus(other, 'contact_made');
    expect((await messages()).filter(({ key }) => key.includes(other))).toEqual([]);
  });

  test('whom an admin referred is not told to them by what they do themselves', async () => {
    await server.sql('update users set email_confirmed_at = now() where id = ?', [admin.user.id]);
    const [own = ''] = await refer(admin, 1);
    await setStatus(own, 'completed');
    expect(await messages()).toEqual([]);
  });

  test('who was deleted is not told', async () => {
    await admin.client.call(routes.deleteReferral, { params: { id: friend } });
    expect(await messages()).toEqual([]);
  });
});

test('an achievement is told that others’ doing earned, not what the person handed in', async () => {
  const friends = await refer(person, 3);
  expect(await kinds()).toEqual([]);
  for (const friend of friends) await setStatus(friend, 'completed');
  expect(await kinds()).toContain('achievement');
});

test('payments are told once a person for all their lines, and once however often they are marked', async () => {
  for (const friend of await refer(person, 3)) await setStatus(friend, 'completed');
  await server.sql('delete from outgoing_messages where true');
  const ids = (await person.client.call(routes.rewardHistory)).body.map(({ id }) => id);
  const mark = (isPaid: string) => admin.client.call(routes.markPayouts, { body: { ids, isPaid } });
  await mark('true');
  await mark('false');
  await mark('true');
  expect(await kinds()).toEqual(['reward_paid']);
  expect(await lettersTo(person)).toContain('We have paid you $1,000');
});

test('a new quote is told to the admins who want it, once', async () => {
  await server.sql(`update users set email_confirmed_at = now() where role = 'admin'`);
  const other = await makeAdmin(server);
  await server.sql(`update users set email_confirmed_at = now() where id = ?`, [other.user.id]);
  await other.client.call(routes.switchMail, { body: { kind: 'quote_arrived', isOn: false } });
  const body = { id: randomUUID(), name: 'Ann Other', email: 'ann@x.example', phone: '555 0100' };
  await server.client().call(routes.requestQuote, { body });
  await server.client().call(routes.requestQuote, { body });
  const quotes = (await messages()).filter(({ kind }) => kind === 'quote_arrived');
  const recipients = quotes.map(({ recipient }) => recipient);
  expect(recipients).toContain(admin.user.email);
  expect(recipients).not.toContain(other.user.email);
  expect(recipients).not.toContain(person.user.email);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(await lettersTo(admin)).toContain('Ann Other asked for a quote');
});

test('the day is summarized once, though several processes do it at once, and not too early', async () => {
  await server.sql(`update users set email_confirmed_at = now() where id = ?`, [admin.user.id]);
  await refer(person, 1);
  const { orm } = server.database;
  await summarizeDay(orm, 24);
  expect(await kinds()).toEqual([]);
  await Promise.all([summarizeDay(orm, 0), summarizeDay(orm, 0), summarizeDay(orm, 0)]);
  await summarizeDay(orm, 0);
  const recipients = (await messages()).map(({ recipient }) => recipient);
  expect(recipients).toContain(admin.user.email);
  expect(new Set(recipients).size).toBe(recipients.length);
});

test('a new password is told, set by oneself or by an admin', async () => {
  await person.client.call(routes.changePassword, { body: { newPassword: 'another horse' } });
  await admin.client.call(routes.resetPassword, { params: { id: person.user.id } });
  expect(await kinds()).toEqual(['account_changed', 'account_changed']);
  expect(await lettersTo(person)).toContain('The password of your account was changed');
});

test('a sign-in is told from a device on which the person had not signed in', async () => {
  const body = { email: person.user.email, password: 'correct horse' };
  await person.client.call(routes.logIn, { body });
  expect(await kinds()).toEqual([]);
  const device = server.client();
  await device.call(routes.logIn, { body });
  await device.call(routes.logIn, { body });
  await device.refuse(routes.logIn, { body: { ...body, password: 'wrong' } });
  expect(await kinds()).toEqual(['new_sign_in']);
});
