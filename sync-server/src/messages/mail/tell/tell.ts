import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Client } from '../../../http/context.ts';
import { findToday } from '../../../db/query/find-today.ts';
import { waysOf } from '../mail-state.ts';
import { placesOf, queueMessages } from '../queue-messages.ts';
import { findJustEarned } from './tell-friends.ts';

interface DoneTo {
  readonly actorId: string;
  readonly userId: string;
}

/** Tells a user which achievements they earned in this transaction by what somebody else did. */
export async function tellAchievements(tx: SqlEntityManager, { actorId, userId }: DoneTo) {
  if (!waysOf(tx) || actorId === userId) return;
  const achievements = await findJustEarned(tx, userId);
  const [first] = achievements;
  if (first === undefined) return;
  const key = `achievement:${userId}:${first}`;
  await queueMessages(tx, [{ kind: 'achievement', userId, key, data: { achievements } }]);
}

interface PaidLine {
  readonly id: string;
  readonly userId: string;
  readonly cents: number;
}

/** Tells each user, once for all their lines, that rewards were paid to them; the same lines once a day. */
export async function tellPaid(
  tx: SqlEntityManager,
  actorId: string,
  lines: readonly PaidLine[],
): Promise<void> {
  const day = await findToday(tx);
  const byUser = Map.groupBy(lines, ({ userId }) => userId);
  const paid = [...byUser].filter(
    ([userId, own]) => userId !== actorId && own.some(({ cents }) => cents > 0),
  );
  const messages = paid.map(([userId, own]) => {
    const rewards = own.map(({ id }) => id).toSorted();
    return {
      kind: 'reward_paid' as const,
      userId,
      key: `paid:${rewards[0]}:${day}`,
      data: { rewards },
    };
  });
  await queueMessages(tx, messages);
}

const TO_ADMINS = `
  insert into outgoing_messages (key, kind, user_id, recipient, subscription_id, data, due_at, state)
  select :key || ':' || u.id || p.suffix, :kind, u.id, p.recipient, p.device, :data::jsonb, p.due_at, 'waiting'
  from users u cross join lateral (${placesOf(':kind')}) p where u.role = 'admin'
  on conflict (key) do nothing`;

/** Tells all admins who want it, each once by the key. */
export async function tellAdmins(
  tx: SqlEntityManager,
  { data, ...message }: { kind: 'quote_arrived' | 'daily_summary'; key: string; data: object },
): Promise<void> {
  const ways = waysOf(tx);
  if (!ways) return;
  await tx.execute(TO_ADMINS, { ...ways, ...message, data: JSON.stringify(data) });
}

/** A new email; the one before is told, and has a way back if it had been confirmed. */
export interface EmailChange {
  readonly userId: string;
  readonly what: 'email';
  readonly emailBefore: string;
  readonly wasConfirmed: boolean;
}

/** What of an account can be changed so that its owner must know. */
export type AccountChange =
  EmailChange | { readonly userId: string; readonly what: 'password' | 'second_factor' };

/** Tells a person, at the address before, that their account was changed. The user's row must have been flushed. */
export async function tellAccountChanged(
  tx: SqlEntityManager,
  change: AccountChange,
): Promise<void> {
  const { userId, what } = change;
  const isUnproven = what === 'email' && !change.wasConfirmed;
  const data = { what, ...(isUnproven && { hasNoWayBack: true }) };
  const to = what === 'email' ? { to: change.emailBefore } : {};
  await queueMessages(tx, [
    { kind: 'account_changed', userId, key: `account:${randomUUID()}`, data, ...to },
  ]);
}

/** Tells a person, once a day, that somebody has their password and guesses codes. */
export async function tellWrongCodes(tx: SqlEntityManager, userId: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const data = { what: 'wrong_codes' };
  await queueMessages(tx, [
    { kind: 'account_changed', userId, key: `wrong-codes:${userId}:${day}`, data },
  ]);
}

/** Tells a person of a sign-in on a device on which they had not signed in before. */
export async function tellNewSignIn(
  tx: SqlEntityManager,
  { place, userAgent }: Client,
  { userId, attempt }: { userId: string; attempt: string },
): Promise<void> {
  const data = { place, userAgent, at: new Date().toISOString() };
  await queueMessages(tx, [{ kind: 'new_sign_in', userId, key: `sign-in:${attempt}`, data }]);
}
