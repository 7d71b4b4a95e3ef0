import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  OwnNotifications,
  PushSubscriptionForm,
} from '@sunloop/shared-types/messages/push.ts';
import type { Actor } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { keysOf, newestKey } from '../../ground/keys/service.ts';
import { type Push, pushOf } from '../mail/mail-state.ts';
import { isPublicAddress } from './public-host.ts';

/** Whether the device with this session is told of news, and what a subscription of it is made for. */
export async function findNotifications(
  em: SqlEntityManager,
  sessionKey: string,
): Promise<OwnNotifications> {
  const sql = 'select 1 from push_subscriptions where session_id = ?';
  const isOn = (await em.execute<object[]>(sql, [sessionKey])).length > 0;
  const key = pushOf(em) && (await newestKey(em, 'push'));
  return { isOn, serverKey: key?.publicKey.toString('base64url') ?? null };
}

interface Device {
  readonly actor: Actor;
  readonly sessionKey: string;
}

const END_OTHERS =
  'delete from push_subscriptions where endpoint = :endpoint and session_id <> :session';
const ADD = `
  insert into push_subscriptions (session_id, endpoint, p256dh, auth, server_key)
  values (:session, :endpoint, :p256dh, :auth, :key)
  on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
    auth = excluded.auth, server_key = excluded.server_key
  returning xmax = 0 as "isNew"`;

/**
 * From now on the device is told of news, until its session ends. Safe to repeat; a subscription that was another session's
 * is this one's then. Throws 400.
 */
export async function turnOn(
  em: SqlEntityManager,
  { actor, sessionKey: session }: Device,
  { serverKey, ...subscription }: PushSubscriptionForm,
): Promise<void> {
  const key = (await keysOf(em, 'push')).find(
    ({ publicKey }) => publicKey.toString('base64url') === serverKey,
  );
  if (!key) throw refused('serverKey', 'This is no key of this server');
  if (!isTaken(pushOf(em), subscription.endpoint))
    throw refused('endpoint', 'Must be the address of a public push service');
  if (!(await isPoint(subscription.p256dh))) throw refused('p256dh', 'Must be a point on P-256');
  await em.transactional(async (tx) => {
    const values = { ...subscription, session, key: key.id };
    await tx.execute(END_OTHERS, values);
    const [device] = await tx.execute<{ isNew: boolean }[]>(ADD, values);
    if (device?.isNew) noteSwitch(tx, actor, true);
  });
}

/** The device is told nothing more, and what waited for it is not sent. Safe to repeat. */
export async function turnOff(em: SqlEntityManager, { actor, sessionKey }: Device): Promise<void> {
  await em.transactional(async (tx) => {
    const sql = 'delete from push_subscriptions where session_id = ? returning id';
    const ended = await tx.execute<object[]>(sql, [sessionKey]);
    if (ended.length > 0) noteSwitch(tx, actor, false);
  });
}

const isTaken = (push: Push | undefined, endpoint: string) =>
  push !== undefined && (push.mayBePrivate || isPublicAddress(endpoint));

const refused = (field: string, text: string) => invalid(text, { [field]: text });

async function isPoint(p256dh: string): Promise<boolean> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const point = Buffer.from(p256dh, 'base64url');
  return crypto.subtle.importKey('raw', point, algorithm, false, []).then(
    () => true,
    () => false,
  );
}

function noteSwitch(tx: SqlEntityManager, actor: Actor, isOn: boolean): void {
  const { userId } = actor;
  const [from, to] = isOn ? ['off', 'on'] : ['on', 'off'];
  const changes = [{ field: 'notifications', from, to }];
  const line = { action: 'user.switch_notifications', entity: 'user', entityId: userId };
  writeAudit(tx, actor, { userId, ...line, changes });
}
