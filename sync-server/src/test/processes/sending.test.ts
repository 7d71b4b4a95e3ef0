// @module-tag sweep
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUpMail } from '../../messages/mail/mail-state.ts';
import { queueMessages } from '../../messages/mail/queue-messages.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { mailTo, type MailServer, startMailServer } from '../mail-server.ts';

let database: TestDatabase;
let smtp: MailServer;
let senders: ChildProcess[];
beforeEach(async () => {
  database = await createTestDatabase();
  smtp = await startMailServer();
  senders = [];
  setUpMail(database.orm.em, { mail: mailTo(smtp.url) });
});
afterEach(async () => {
  for (const sender of senders) {
    const isOver = sender.exitCode !== null || sender.signalCode !== null;
    const ended = isOver ? undefined : once(sender, 'exit');
    sender.stdin?.end();
    await ended;
  }
  await smtp.close();
  await database.drop();
});

async function startSender(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('sender-process.ts', import.meta.url));
  const args = [script, database.url, smtp.url];
  const sender = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  senders.push(sender);
  await once(sender.stdout, 'data');
  return sender;
}

const sql = <Row extends object>(text: string, params: unknown[] = []) =>
  database.orm.em.fork().execute<Row[]>(text, params);

/** Each to somebody else, because letters to one address have a limit. */
async function queue(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    await sql(
      `insert into users (id, username, email, password, referral_code) values (?, ?, ? || '@x.example', '', ?)`,
      [id, id, id, id],
    );
  }
  const messages = ids.map((userId) => ({
    kind: 'new_sign_in' as const,
    userId,
    key: `sign-in ${userId}`,
    data: { at: '2026-11-27T10:00:00.000Z' },
  }));
  await database.orm.em.fork().transactional((tx) => queueMessages(tx, messages));
}

const countIn = async (state: string) =>
  (await sql('select 1 from outgoing_messages where state = ?', [state])).length;
const WAIT = { timeout: 60_000, interval: 20 };
const idsOf = () => smtp.received.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1]);

test('two processes send each message once', async () => {
  await Promise.all([startSender(), startSender()]);
  await queue(60);
  await vi.waitUntil(async () => (await countIn('sent')) === 60, WAIT);
  expect(new Set(idsOf()).size).toBe(60);
  expect(smtp.received).toHaveLength(60);
});

test('a process killed between sending and marking loses nothing: another sends it again under the same Message-ID', async () => {
  const released = Promise.withResolvers<void>();
  smtp.hold = released.promise;
  await queue(1);
  const killed = await startSender();
  await vi.waitUntil(() => smtp.received.length === 1, WAIT);
  const ended = once(killed, 'exit');
  killed.kill('SIGKILL');
  await ended;
  released.resolve();
  expect(await countIn('waiting')).toBe(1);
  await sql(`update outgoing_messages set due_at = now() where state = 'waiting'`);
  await startSender();
  await vi.waitUntil(async () => (await countIn('sent')) === 1, WAIT);
  const [first, second, ...others] = idsOf();
  expect([second, others]).toEqual([first, []]);
});
