import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailTo, type MailServer, startMailServer, urlOf } from '../../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../../test/people.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { setUpMail } from '../mail-state.ts';
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
  await server.sql('delete from outgoing_messages where true');
  setUpMail(server.database.orm.em, { mail: mailTo(smtp.url) });
  smtp.refusal = () => undefined;
});

const deliver = () => sendDue(server.database.orm.em.fork());
const list = (query = {}) => admin.client.call(routes.messages, { query });
const state = async () => (await admin.client.call(routes.mailState)).body;

test('an admin sees what was sent, newest first and a page at a time, and not its text', async () => {
  for (let count = 0; count < 5; count += 1) await makeCustomer(server);
  await deliver();
  const first = await list({ limit: '3' });
  const link = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await admin.client.fetch(link);
  const rest = (await second.json()) as { id: string }[];
  expect(new Set([...first.body, ...rest].map(({ id }) => id)).size).toBe(5);
  const times = first.body.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(first.body[0]).toMatchObject({ kind: 'confirm_email', state: 'sent', dueAt: null });
  const { body } = await admin.client.call(routes.messageDetail, {
    params: { id: first.body[0]?.id ?? '' },
  });
  expect(body.letter).toBeNull();
  const elsewhere = await admin.client.refuse(routes.messages, { query: { after: 'nowhere' } });
  expect(elsewhere.status).toBe(400);
});

test('one that failed has its reason, and goes out when it is sent again', async () => {
  smtp.refusal = () => 550;
  const { user } = await makeCustomer(server);
  await deliver();
  const [failed] = (await list({ state: 'failed' })).body;
  expect(failed).toMatchObject({ to: user.email, username: user.username, tries: 1 });
  expect(failed?.reason).toContain('550');
  expect(await state()).toMatchObject({ failed: 1, waiting: 0 });
  smtp.refusal = () => undefined;
  const params = { id: failed?.id ?? '' };
  const again = (await admin.client.call(routes.sendMessageAgain, { params })).body;
  expect(again).toMatchObject({ state: 'waiting', tries: 0, reason: null });
  await deliver();
  expect((await list({ state: 'sent' })).body).toMatchObject([{ id: failed?.id, tries: 1 }]);
  const [line] = await server.sql(
    `select 1 from audit_logs where action = 'message.send_again' and entity_id = ?`,
    [failed?.id],
  );
  expect(line).toBeDefined();
});

test('a test message is answered in the mail server’s words', async () => {
  const { body } = await admin.client.call(routes.testMail);
  expect(body).toMatchObject({ isSent: true, answer: expect.stringContaining('taken') as string });
  expect(smtp.received.at(-1)).toMatchObject({ to: admin.user.email, isEncrypted: true });
  const port = Number(new URL(smtp.url).port);
  setUpMail(server.database.orm.em, { mail: mailTo(urlOf(port, 'wrong')) });
  const refused = (await admin.client.call(routes.testMail)).body;
  expect(refused.isSent).toBe(false);
  expect(refused.answer).toContain('wrong password');
});

test('the desk is told who sends, and never the password', async () => {
  const port = new URL(smtp.url).port;
  const told = await state();
  expect(told).toMatchObject({
    mode: 'send',
    sender: 'Sunloop <office@sun.example>',
    server: `127.0.0.1:${port}`,
    fault: null,
  });
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('a demo keeps messages with their text', async () => {
  setUpMail(server.database.orm.em, { mail: mailTo(undefined) });
  await makeCustomer(server);
  await deliver();
  const [kept] = (await list()).body;
  expect(kept?.state).toBe('kept');
  const params = { id: kept?.id ?? '' };
  const { letter } = (await admin.client.call(routes.messageDetail, { params })).body;
  expect(letter?.subject).toBe('Confirm your address');
  expect(letter?.text).toMatch(/https:\/\/sun\.example\/confirm#[\w-]{43}/);
  expect(letter?.html).toContain('Confirm this address</a>');
  expect((await admin.client.call(routes.testMail)).body.isSent).toBe(false);
});

test('without mail, or with settings that cannot be read, nothing is sent and the desk says why', async () => {
  setUpMail(server.database.orm.em, { fault: 'SMTP_URL must look like …' });
  await makeCustomer(server);
  expect((await list()).body).toEqual([]);
  expect(await state()).toMatchObject({ mode: 'off', fault: 'SMTP_URL must look like …' });
  expect((await admin.client.refuse(routes.testMail)).body.code).toBe('mail_off');
});
