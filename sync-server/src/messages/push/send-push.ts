import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { isSwitchable, type MailKind } from '@sunloop/shared-types/messages/mail.ts';
import { TOUCH_AFTER_MS } from '../../http/session/session-read.ts';
import { keysOf } from '../../ground/keys/service.ts';
import type { Push } from '../mail/mail-state.ts';
import { composeNotice, type Part, sortParts } from './compose-notice.ts';
import { NOTICES } from './notices.ts';
import { postPush, type PushFault, type PushTarget } from './post-push.ts';

/** A claimed message to a device. */
export interface ClaimedPush extends Part {
  readonly kind: MailKind;
  readonly subscriptionId: string;
}

interface Device extends PushTarget {
  readonly serverKey: string;
  /** What was sent to it since it last asked for anything, and of this kind among that. */
  readonly unseen: number;
  readonly unseenOfKind: number;
}

// A use is noted once an hour, so what was sent within an hour after it may have been seen.
const FIND = `
  select d.endpoint, d.p256dh, d.auth, d.server_key as "serverKey", m.unseen, m."unseenOfKind"
  from push_subscriptions d join sessions s on s.id = d.session_id join users u on u.id = s.user_id
  cross join lateral (
    select count(*)::int as unseen, (count(*) filter (where kind = :kind))::int as "unseenOfKind"
    from outgoing_messages where subscription_id = d.id and state = 'sent'
      and settled_at > s.last_used_at + make_interval(secs => :touchAfter)) m
  where d.id = :subscriptionId and s.expires_at > now() and u.is_active = 'true' and u.erased_at is null`;

// What else of its kind is due for the device goes with it: what was done in one go is told once. Another process may have claimed
// some of it at the same moment: who claimed first sends all, and the others leave theirs to it.
const GATHER = `
  update outgoing_messages o set tries = tries + 1, due_at = greatest(o.due_at, other.due)
  from (
    select m.id, case when m.due_at <= now() then own.due_at end as due,
      m.due_at > now() and (m.due_at, m.id) < (own.due_at, own.id) as "isBefore"
    from outgoing_messages m, (select id, due_at from outgoing_messages where id = :id) own
    where m.subscription_id = :subscriptionId and m.kind = :kind and m.id <> own.id
      and m.state = 'waiting' and (m.due_at <= now() or m.tries = 1) order by m.id for update of m) other
  where o.id = other.id
  returning o.id, user_id as "userId", data, "isBefore"`;

const DROP = `
  delete from outgoing_messages
  where id = any (array(select value::uuid from jsonb_array_elements_text(:ids::jsonb)))`;

/** What became of messages to a device. */
export interface PushResult {
  /** Those that were handed over, or not because of `fault`. */
  readonly ids: readonly string[];
  readonly fault: PushFault | undefined;
}

/**
 * Sends a message to its device, with all others of its kind that are due there, as one notice. Deletes what tells nothing
 * any more, and a subscription that has ended, whose messages go with it.
 */
export async function sendPush(
  em: SqlEntityManager,
  push: Push,
  { claimed, signal }: { claimed: ClaimedPush; signal?: AbortSignal | undefined },
): Promise<PushResult> {
  const { kind, subscriptionId } = claimed;
  const values = { ...claimed, touchAfter: TOUCH_AFTER_MS / 1000 };
  const [device] = await em.execute<Device[]>(FIND, values);
  if (!device || !isSwitchable(kind)) return drop(em, [claimed.id]);
  const others = await em.execute<(Part & { isBefore: boolean })[]>(GATHER, values);
  if (others.some(({ isBefore }) => isBefore)) return NOTHING;
  const parts = [claimed, ...others];
  const { told, over, link } = await sortParts(em, push, { kind, parts });
  if (over.length > 0) await drop(em, over);
  if (told.length === 0) return NOTHING;
  const key = (await keysOf(em, 'push')).find(({ id }) => id === device.serverKey);
  if (!key) throw new Error('a device subscribed for a key that is gone');
  const { unseen, unseenOfKind } = device;
  const counts = { ofKind: told.length + unseenOfKind, ofAll: told.length + unseen };
  const notice = composeNotice(push, { kind, link, ...counts });
  const { urgency } = NOTICES[kind];
  const fault = await postPush(push, { target: device, key, notice, urgency }, signal);
  if (!fault?.isGone) return { ids: told, fault };
  await em.execute('delete from push_subscriptions where id = ?', [subscriptionId]);
  return { ids: [], fault };
}

const NOTHING: PushResult = { ids: [], fault: undefined };

async function drop(em: SqlEntityManager, ids: readonly string[]): Promise<PushResult> {
  await em.execute(DROP, { ids: JSON.stringify(ids) });
  return NOTHING;
}
