import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type MailKind, SWITCHABLE_KINDS } from '@sunloop/shared-types/messages/mail.ts';
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
}

const SWITCHABLE = SWITCHABLE_KINDS.map((kind) => `'${kind}'`).join(', ');

/** Whether a user `u` wants messages of a kind. */
export const wantsKind = (kind: string) =>
  `u.erased_at is null and (${kind} not in (${SWITCHABLE}) or (
    u.is_active = 'true' and not ${kind} = any (u.mail_off)))`;

/**
 * Where a message of a kind to a user `u` goes, for the ways `:mail` and `:push`: to `email`, and, if it can be switched off,
 * to each device that wants to be told. A mail of that sort goes to confirmed addresses only, because it names friends. The
 * rows are `recipient`, `device` and `suffix`, which makes a key of the message that device's.
 */
export const placesOf = (kind: string, email = 'u.email') => `
  select ${email} as recipient, null::uuid as device, '' as suffix
  where :mail and ${wantsKind(kind)} and (${kind} not in (${SWITCHABLE}) or u.email_confirmed_at is not null)
  union all
  select '', d.id, ':' || d.id from sessions s join push_subscriptions d on d.session_id = s.id
  where :push and s.user_id = u.id and s.expires_at > now() and ${kind} in (${SWITCHABLE}) and ${wantsKind(kind)}`;

const QUEUE = `
  insert into outgoing_messages (key, kind, user_id, recipient, subscription_id, data, state)
  select g.key || p.suffix, g.kind, u.id, p.recipient, p.device, g.data, 'waiting'
  from jsonb_to_recordset(:messages::jsonb) as g (key text, kind text, "userId" uuid, "to" text, data jsonb)
  join users u on u.id = g."userId"
  cross join lateral (${placesOf('g.kind', 'coalesce(g."to", u.email)')}) p
  on conflict (key) do nothing`;

/**
 * Writes messages in the transaction of what they tell, each at most once by its key, to those who want its kind, by
 * mail and to their devices. Writes nothing where there is neither. The users' rows must have been flushed.
 */
export async function queueMessages(
  tx: SqlEntityManager,
  messages: readonly NewMessage[],
): Promise<void> {
  const ways = waysOf(tx);
  if (!ways || messages.length === 0) return;
  await tx.execute(QUEUE, { ...ways, messages: JSON.stringify(messages) });
}
