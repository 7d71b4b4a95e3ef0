import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { codeOf, turnCodesOn } from './factors.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './server.ts';

/** Returns the id under which the office sees the device. */
export async function reportDevice(
  server: TestServer,
  { client, user }: TestPerson,
): Promise<string> {
  await client.call(routes.reportDevice, { body: deviceReport() });
  const sql = 'select id from device_reports where user_id = ?';
  const [device] = await server.sql<{ id: string }>(sql, [user.id]);
  return device?.id ?? '';
}

/** What a device says on which one referral waits. */
export const deviceReport = () => ({
  storage: randomUUID(),
  version: '1',
  isProtected: true,
  waiting: 1,
  refused: 0,
  rows: [{ id: randomUUID(), takenAt: new Date().toISOString() }],
});

/** Somebody took the referral for its owner, who says that it is not theirs; returns its id. */
export async function addOnBehalf(
  server: TestServer,
  { user }: TestPerson,
  id: string,
): Promise<string> {
  await server.sql(
    `insert into taken_referrals (referral_id, user_id, taken_by, not_mine_at)
     values (?, ?, gen_random_uuid(), now())`,
    [id, user.id],
  );
  return id;
}

/** A message to somebody that could not be sent. */
export async function addMessage(server: TestServer, { user }: TestPerson): Promise<string> {
  const [message] = await server.sql<{ id: string }>(
    `insert into outgoing_messages (key, kind, user_id, recipient, data, state, settled_at)
     values (?, 'account_changed', ?, ?, '{"what": "password"}', 'failed', now()) returning id`,
    [randomUUID(), user.id, user.email],
  );
  return message?.id ?? '';
}

/** The admin has codes, and was shown the secret of new ones. */
export async function showNewCodes({ client }: TestPerson): Promise<string> {
  await turnCodesOn(client);
  return codeOf((await client.call(routes.startCodes, { body: {} })).body.secret, 1);
}

/** What a browser would send to be told of news; of no real push service. */
export const subscription = {
  endpoint: 'https://push.example/device',
  p256dh: 'B'.repeat(87),
  auth: 'B'.repeat(22),
  serverKey: 'B'.repeat(87),
};
