import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { mailTo, type MailServer, startMailServer, urlOf } from '../../test/mail-server.ts';
import { setUpMail } from './mail-state.ts';
import { queueMessages } from './queue-messages.ts';
import { sendDue } from './send.ts';

let database: TestDatabase;
let smtp: MailServer;
let userId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  smtp = await startMailServer();
  setUpMail(database.orm.em, { mail: mailTo(smtp.url) });
  await sql('delete from outgoing_messages where true');
  userId = await addUser();
});
afterEach(() => smtp.close());

const sql = <Row extends object>(text: string, params: Record<string, unknown> = {}) =>
  database.orm.em.fork().execute<Row[]>(text, params);

async function addUser(): Promise<string> {
  const id = randomUUID();
  await sql(
    `insert into users (id, username, email, password, referral_code)
     values (:id, :id, :id || '@people.example', '', :id)`,
    { id },
  );
  return id;
}

const signIn = (key = randomUUID() as string) => ({
  kind: 'new_sign_in' as const,
  userId,
  key,
  data: { userAgent: null, place: '192.0.2.0/24', at: '2026-11-27T10:00:00.000Z' },
});

const queue = (...messages: Parameters<typeof queueMessages>[1]) =>
  database.orm.em.fork().transactional((tx) => queueMessages(tx, messages));
const send = () => sendDue(database.orm.em.fork());
const passTime = (interval: string) =>
  sql(
    `update outgoing_messages set due_at = due_at - :interval::interval, queued_at = queued_at - :interval::interval`,
    { interval },
  );

interface Row {
  id: string;
  state: string;
  tries: number;
  reason: string | null;
}
const rows = () => sql<Row>('select id, state, tries, reason from outgoing_messages order by key');

test('a message goes out over STARTTLS, in text and HTML, and is marked as sent', async () => {
  await queue(signIn());
  expect(await send()).toBe(1);
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'sent', tries: 1, reason: null });
  const [message] = smtp.received;
  expect(message).toMatchObject({ to: `${userId}@people.example`, isEncrypted: true });
  expect(message?.raw).toContain(`Message-ID: <${row?.id}@sun.example>`);
  expect(message?.raw).toContain('From: Sunloop <office@sun.example>');
  expect(message?.body).toContain('Content-Type: text/plain');
  expect(message?.body).toContain('Content-Type: text/html');
  expect(message?.raw).not.toContain('List-Unsubscribe');
  expect(await send()).toBe(0);
});

test('under one key a message exists once, and is there only if what it tells was stored', async () => {
  await queue(signIn('once'), signIn('once'));
  await queue(signIn('once'));
  const failing = database.orm.em.fork().transactional(async (tx) => {
    await queueMessages(tx, [signIn('never')]);
    throw new Error('what it tells failed');
  });
  await expect(failing).rejects.toThrow('what it tells failed');
  expect(await rows()).toHaveLength(1);
});

test('without mail nothing is written; a demo keeps what it would send', async () => {
  setUpMail(database.orm.em, {});
  await queue(signIn());
  expect(await rows()).toEqual([]);
  setUpMail(database.orm.em, { mail: mailTo(undefined) });
  await queue(signIn());
  expect(await send()).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'kept' }]);
  expect(smtp.received).toEqual([]);
});

test('an address the server refuses for good is not tried again', async () => {
  smtp.refusal = () => 550;
  await queue(signIn());
  await send();
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'failed', tries: 1 });
  expect(row?.reason).toContain(`not ${userId}@people.example`);
  await passTime('1 day');
  expect(await send()).toBe(0);
});

test('after a temporary refusal it is tried again with a growing pause, and given up after three days', async () => {
  smtp.refusal = () => 451;
  await queue(signIn());
  const pauses: number[] = [];
  for (let tries = 1; tries <= 30; tries += 1) {
    await send();
    const [row] = await sql<Row & { pause: number }>(
      'select *, extract(epoch from due_at - now())::float8 / 60 as pause from outgoing_messages',
    );
    expect(row?.tries).toBe(tries);
    if (row?.state === 'failed') break;
    expect(row?.reason).toContain('not ');
    expect(await send()).toBe(0);
    pauses.push(Math.round(row?.pause ?? 0));
    await passTime(`${Math.ceil(row?.pause ?? 0) + 1} minutes`);
  }
  expect(pauses.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 360]);
  const hours = pauses.reduce((sum, minutes) => sum + minutes) / 60;
  expect(hours).toBeGreaterThan(60);
  expect(hours).toBeLessThanOrEqual(72);
  expect(await rows()).toMatchObject([{ state: 'failed' }]);
});

test.each([
  ['refuses the sign-in', (port: number) => urlOf(port, 'wrong'), 'wrong password'],
  ['is not there', () => urlOf(9), 'connect'],
])('a server that %s is asked again later', async (_, url, reason) => {
  const port = Number(new URL(smtp.url).port);
  setUpMail(database.orm.em, { mail: mailTo(url(port)) });
  await queue(signIn());
  await send();
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'waiting', tries: 1 });
  expect(row?.reason?.toLowerCase()).toContain(reason);
  setUpMail(database.orm.em, { mail: mailTo(smtp.url) });
  await passTime('3 minutes');
  await send();
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 2 }]);
});

test('many senders at once send each message once', async () => {
  const recipients = Array.from({ length: 40 }, (_, at) => `${at}-${userId}@people.example`);
  await queue(...recipients.map((to) => ({ ...signIn(), to })));
  const counts = await Promise.all([send(), send(), send(), send()]);
  expect(counts.reduce((sum, each) => sum + each)).toBe(40);
  const ids = smtp.received.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(40);
  expect(smtp.received).toHaveLength(40);
});

test('what was sent and not marked goes out once more, under the same Message-ID', async () => {
  const released = Promise.withResolvers<void>();
  smtp.hold = released.promise;
  await queue(signIn());
  const giveUp = new AbortController();
  const sending = sendDue(database.orm.em.fork(), { signal: giveUp.signal });
  await vi.waitUntil(() => smtp.received.length === 1);
  giveUp.abort();
  await sending;
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  released.resolve();
  expect(await send()).toBe(0);
  await passTime('3 minutes');
  await send();
  expect(await rows()).toMatchObject([{ state: 'sent' }]);
  const [first, second] = smtp.received.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1]);
  expect(smtp.received).toHaveLength(2);
  expect(second).toBe(first);
});

describe('What can be switched off', () => {
  const moved = () => ({ kind: 'daily_summary' as const, userId, key: randomUUID(), data: {} });

  test('goes to confirmed addresses only, and not to whom has switched it off', async () => {
    await queue(moved());
    expect(await rows()).toEqual([]);
    await sql('update users set email_confirmed_at = now() where id = :userId', { userId });
    await queue(moved());
    expect(await rows()).toHaveLength(1);
    await sql(`update users set mail_off = '{daily_summary}' where id = :userId`, { userId });
    await queue(moved());
    expect(await rows()).toHaveLength(1);
  });

  test('carries a link that switches it off with one click', async () => {
    await sql('update users set email_confirmed_at = now() where id = :userId', { userId });
    await queue({ ...moved(), data: { quotes: 3, calls: 10, owedCents: 310_000 } });
    await send();
    const [message] = smtp.received;
    const link = `https://sun.example/mail-off/${userId}.daily_summary.`;
    expect(message?.raw.replaceAll('\r\n ', '')).toMatch(/^List-Unsubscribe: ?<https:.*>$/m);
    expect(message?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(message?.body).toContain(link);
    expect(message?.body).toContain('3 new quotes, 10 not called, $3,100 owed');
  });
});
