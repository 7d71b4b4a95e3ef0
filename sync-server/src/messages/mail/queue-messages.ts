import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  isSwitchable,
  type MailKind,
  SWITCHABLE_KINDS,
} from '@sunloop/shared-types/messages/mail.ts';
import { mayBeSent } from './limit-letters.ts';
import { waysOf } from './mail-state.ts';

export interface NewMessage {
  readonly kind: MailKind;
  readonly userId: string;
  /** The message exists once under it. */
  readonly key: string;
  /** Ids of what it tells; names are looked up when it is sent, so that none of somebody erased is left here. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Another address than the user's, such as the one before. */
  readonly to?: string;
  /** Whether somebody waits for it. */
  readonly isAskedFor?: boolean;
}

/** Letters of a kind that can be switched off go to a person at this distance: what comes meanwhile is told in one. */
const PACE = `interval '15 minutes'`;

const SWITCHABLE = SWITCHABLE_KINDS.map((kind) => `'${kind}'`).join(', ');

/** Whether a user `u` wants messages of a kind. */
export const wantsKind = (kind: string) =>
  `u.erased_at is null and (${kind} not in (${SWITCHABLE}) or (
    u.is_active = 'true' and not ${kind} = any (u.mail_off)))`;

/**
 * Where a message of a kind to a user `u` goes, for the ways `:mail` and `:push`: to `email`, and, if it can be switched off,
 * to each device that wants to be told. A mail of that sort goes to confirmed addresses only, because it names friends. The
 * rows are `recipient`, `device`, `suffix`, which makes a key of the message that device's, and when it is due.
 */
export const placesOf = (kind: string, email = 'u.email') => `
  select ${email} as recipient, null::uuid as device, '' as suffix, case when ${kind} in (${SWITCHABLE}) then greatest(now(), (
      select max(m.settled_at) + ${PACE} from outgoing_messages m
      where m.user_id = u.id and m.kind = ${kind} and m.subscription_id is null and m.state = 'sent'))
    else now() end as due_at
  where :mail and ${wantsKind(kind)} and (${kind} not in (${SWITCHABLE}) or u.email_confirmed_at is not null)
  union all
  select '', d.id, ':' || d.id, now() from sessions s join push_subscriptions d on d.session_id = s.id
  where :push and s.user_id = u.id and s.expires_at > now() and ${kind} in (${SWITCHABLE}) and ${wantsKind(kind)}`;

const QUEUE = `
  insert into outgoing_messages (key, kind, user_id, recipient, subscription_id, data, due_at, state)
  select g.key || p.suffix, g.kind, u.id, p.recipient, p.device, g.data, p.due_at, 'waiting'
  from jsonb_to_recordset(:messages::jsonb) as g (key text, kind text, "userId" uuid, "to" text, data jsonb)
  join users u on u.id = g."userId"
  cross join lateral (${placesOf('g.kind', 'coalesce(g."to", u.email)')}) p
  on conflict (key) do nothing`;

const FIND_READER = `
  select email, email_confirmed_at is not null as "isConfirmed" from users where id = ?`;

/**
 * Whether the message may go to its address now. Whoever held an address before has shown that it is theirs; a new one has
 * still to be confirmed.
 */
async function isWithinLimits(tx: SqlEntityManager, message: NewMessage): Promise<boolean> {
  const { kind, userId, data, to, isAskedFor } = message;
  const [reader] = await tx.execute<{ email: string; isConfirmed: boolean }[]>(FIND_READER, [
    userId,
  ]);
  if (!reader) return true;
  const { email, isConfirmed } = reader;
  const isBefore = to !== undefined && to.toLowerCase() !== email.toLowerCase();
  return mayBeSent(tx, {
    kind,
    what: data['what'],
    recipient: to ?? email,
    isConfirmed: isBefore ? kind === 'account_changed' : isConfirmed,
    ...(isAskedFor && { isAskedFor }),
  });
}

/**
 * Writes messages in the transaction of what they tell, each at most once by its key, to those who want its kind, by
 * mail and to their devices; returns how many of them an address may get now. Writes nothing where there is neither. The
 * users' rows must have been flushed.
 */
export async function queueMessages(
  tx: SqlEntityManager,
  messages: readonly NewMessage[],
): Promise<number> {
  const ways = waysOf(tx);
  if (!ways) return 0;
  const wanted: NewMessage[] = [];
  for (const message of messages)
    if (!ways.mail || isSwitchable(message.kind) || (await isWithinLimits(tx, message)))
      wanted.push(message);
  if (wanted.length > 0) await tx.execute(QUEUE, { ...ways, messages: JSON.stringify(wanted) });
  return wanted.length;
}
