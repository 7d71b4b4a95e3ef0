import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type MailKind, SWITCHABLE_KINDS } from '@sunloop/shared-types';
import { hasMail } from './mail-state.ts';

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

/** Whether a user `u` gets messages of a kind: what can be switched off goes to confirmed addresses only. */
export const getsKind = (kind: string) =>
  `u.erased_at is null and (${kind} not in (${SWITCHABLE}) or (
    u.is_active = 'true' and u.email_confirmed_at is not null and not ${kind} = any (u.mail_off)))`;

const QUEUE = `
  insert into outgoing_messages (key, kind, user_id, recipient, data, state)
  select g.key, g.kind, u.id, coalesce(g."to", u.email), g.data, 'waiting'
  from jsonb_to_recordset(:messages::jsonb) as g (key text, kind text, "userId" uuid, "to" text, data jsonb)
  join users u on u.id = g."userId"
  where ${getsKind('g.kind')}
  on conflict (key) do nothing`;

/**
 * Writes messages in the transaction of what they tell, each at most once by its key, to those who want its kind. Writes
 * nothing where there is no mail. The users' rows must have been flushed.
 */
export async function queueMessages(
  tx: SqlEntityManager,
  messages: readonly NewMessage[],
): Promise<void> {
  if (!hasMail(tx) || messages.length === 0) return;
  await tx.execute(QUEUE, { messages: JSON.stringify(messages) });
}
