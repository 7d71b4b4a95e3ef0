import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { UserSession } from '@sunloop/shared-types/accounts/session.ts';
import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import { SESSIONS_PER_USER } from '@sunloop/shared-types/limits.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import type { Actor, Client } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { endHandovers, endSessions } from './end-sessions.ts';

type Row = Omit<UserSession, 'device'> & { userAgent: string | null };

const FIND = `
  select s.public_id as id, s.place, s.user_agent as "userAgent", s.id = :current as "isCurrent",
    ${isoTime('s.created_at', 'startedAt')}, ${isoTime('s.last_used_at', 'lastUsedAt')},
    ${isoTime('s.expires_at', 'expiresAt')}
  from sessions s join users u on u.id = s.user_id
  where s.user_id = :user and s.expires_at > now() and u.is_active = 'true'
  order by s.id = :current desc, s.last_used_at desc, s.created_at desc, s.id limit :limit`;

/** A user's sessions that give access: first the one with the key `current`, then the last used. */
export async function findSessions(
  em: SqlEntityManager,
  { userId, current }: { userId: string; current: string },
): Promise<UserSession[]> {
  const values = { user: userId, current, limit: SESSIONS_PER_USER };
  const rows = await em.execute<Row[]>(FIND, values);
  return rows.map(({ userAgent, ...row }) => ({ ...row, device: nameBrowser(userAgent) }));
}

/** Ends the session somebody signs out of; another call of theirs may have done so at the same moment. */
export async function signOut(
  em: SqlEntityManager,
  client: Client,
  { userId, sessionKey }: { userId: string; sessionKey: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const sql = 'delete from sessions where id = ? returning id';
    const ended = await tx.execute<object[]>(sql, [sessionKey]);
    const line = { userId, action: 'session.logout', entity: 'user', entityId: userId };
    if (ended.length > 0) writeAudit(tx, client, line);
  });
}

/**
 * Ends one of the actor's own sessions, with what their devices sealed for others to carry: nobody knows which of them did.
 * Throws 404 if it no longer exists.
 */
export async function endOwnSession(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    await endHandovers(tx, actor.userId);
    const sql = 'delete from sessions where public_id = ? and user_id = ? returning id';
    const ended = await tx.execute<{ id: string }[]>(sql, [id, actor.userId]);
    if (ended.length === 0) throw notFound('You are already signed out there');
    auditEnded(tx, actor, ended.length);
  });
}

/** Ends the actor's sessions except the one with the key `except`. Safe to repeat. */
export async function endOwnSessions(
  em: SqlEntityManager,
  actor: Actor,
  except?: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    const count = await endSessions(tx, actor.userId, except);
    if (count > 0) auditEnded(tx, actor, count);
  });
}

function auditEnded(tx: SqlEntityManager, actor: Actor, count: number): void {
  const { userId } = actor;
  const line = { userId, action: 'user.end_sessions', entity: 'user', entityId: userId };
  writeAudit(tx, actor, { ...line, details: `${count} ended` });
}
