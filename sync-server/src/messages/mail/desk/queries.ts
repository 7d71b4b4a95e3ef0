import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  MailState,
  MessageDetail,
  MessageQuery,
  OutgoingMessage,
} from '@sunloop/shared-types/messages/admin-mail.ts';
import { isMailKind } from '@sunloop/shared-types/messages/mail.ts';
import { isoTime } from '../../../db/query/iso-time.ts';
import {
  behind,
  cursorColumns,
  cutPage,
  orderBy,
  type Placed,
  readCursor,
  type Sort,
} from '../../../db/query/keyset.ts';
import { noSuchPlace, notFound } from '../../../http/errors.ts';
import { composeMessage } from '../compose.ts';
import { RECIPIENT } from '../../push/recipient.ts';
import { mailFaultOf, mailOf } from '../mail-state.ts';

const NEWEST: Sort = { key: 'created_at', type: 'time', isDescending: true };

const MESSAGE = `
  m.id, m.kind, ${RECIPIENT} as "to", m.subscription_id is not null as "isPush", m.user_id as "userId", u.username, m.state, m.tries, m.reason,
  ${isoTime('m.created_at', 'createdAt')}, ${isoTime('m.settled_at', 'settledAt')},
  ${isoTime(`case when m.state = 'waiting' then m.due_at end`, 'dueAt')}`;
const FROM = 'outgoing_messages m left join users u on u.id = m.user_id';

/** A page of messages, newest first; `next` is the cursor of the one after it. 400 if there is no such place. */
export async function findMessages(
  em: SqlEntityManager,
  { state, limit, after }: MessageQuery,
): Promise<{ messages: OutgoingMessage[]; next: string | undefined }> {
  const cursor = after === undefined ? undefined : readCursor(after, NEWEST);
  if (after !== undefined && !cursor) throw noSuchPlace();
  const conditions = [
    'true',
    ...(state ? ['m.state = :state'] : []),
    ...behind(NEWEST, 'm', cursor !== undefined),
  ];
  const listed = await em.execute<Placed<OutgoingMessage>[]>(
    `select ${MESSAGE}, ${cursorColumns(NEWEST, 'm')} from ${FROM}
     where ${conditions.join(' and ')} order by ${orderBy(NEWEST, 'm')} limit :oneMore`,
    { state, ...cursor, oneMore: limit + 1 },
  );
  const { rows, next } = cutPage<OutgoingMessage>(listed, NEWEST, limit);
  return { messages: rows, next };
}

/** A message; throws 404. */
export async function requireMessage(em: SqlEntityManager, id: string): Promise<OutgoingMessage> {
  const sql = `select ${MESSAGE} from ${FROM} where m.id = ?`;
  const [message] = await em.execute<OutgoingMessage[]>(sql, [id]);
  if (!message) throw notFound('There is no such message');
  return message;
}

/** A message with its text if it was kept to be read; the links of the others are for their recipients alone. Throws 404. */
export async function findMessageDetail(em: SqlEntityManager, id: string): Promise<MessageDetail> {
  const message = await requireMessage(em, id);
  return { message, letter: await findLetter(em, message) };
}

async function findLetter(
  em: SqlEntityManager,
  { id, kind, state, userId, to: recipient }: OutgoingMessage,
): Promise<MessageDetail['letter']> {
  const mail = mailOf(em);
  if (!mail || state !== 'kept' || userId === null || !isMailKind(kind)) return null;
  const sql = 'select data from outgoing_messages where id = ?';
  const [row] = await em.execute<{ data: Record<string, unknown> }[]>(sql, [id]);
  const composed = await composeMessage(em, mail, {
    kind,
    userId,
    recipient,
    data: row?.data ?? {},
  });
  if (composed === undefined || composed === 'ended') return null;
  const { subject, text, html } = composed;
  return { subject, text, html };
}

const COUNT = `
  select (count(*) filter (where state = 'waiting'))::int as waiting,
    (count(*) filter (where state = 'failed'))::int as failed,
    (select count(*) from push_subscriptions)::int as devices
  from outgoing_messages where state in ('waiting', 'failed')`;

/** Whether messages are sent, by whom, and how many wait or failed. */
export async function findMailState(em: SqlEntityManager): Promise<MailState> {
  const [counts] = await em.execute<Pick<MailState, 'waiting' | 'failed' | 'devices'>[]>(COUNT);
  if (!counts) throw new Error('the counts have no row');
  const mail = mailOf(em);
  const { smtpUrl, from } = mail ?? {};
  return {
    mode: mail ? (smtpUrl === undefined ? 'keep' : 'send') : 'off',
    sender: from ? `${from.name} <${from.address}>` : null,
    server: smtpUrl === undefined ? null : new URL(smtpUrl).host,
    fault: mailFaultOf(em) ?? null,
    ...counts,
  };
}
