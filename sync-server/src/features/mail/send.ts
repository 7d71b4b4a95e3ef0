import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sunloop/shared-types';
import { composeMessage, type StoredMessage } from './compose.ts';
import { mailOf, type Mail } from './mail-state.ts';
import { prepareLink } from './prepare-link.ts';
import { faultOf, post, type PostFault } from './transport.ts';

/** The pause after the first try, twice as long after each other one; more than a try takes. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
const GIVE_UP_MS = 3 * DAY_MS;

interface Claimed extends StoredMessage {
  readonly id: string;
}

// Due again after a pause already now: whoever dies while sending leaves the message to the next try, and what was sent
// before it was marked goes out twice under one Message-ID. No transaction waits for the mail server.
const CLAIM = `
  update outgoing_messages set tries = tries + 1,
    due_at = now() + make_interval(secs => least(:first * 2 ^ least(tries, 20), :longest))
  where id = (
    select id from outgoing_messages where state = 'waiting' and due_at <= now()
    order by due_at, id limit 1 for update skip locked)
  returning id, kind, user_id as "userId", recipient, data`;

const SETTLE = `
  update outgoing_messages set state = :state, settled_at = now(), reason = :reason
  where id = :id and state = 'waiting'`;

const IS_OVER = '(:isFinal or due_at > queued_at + make_interval(secs => :giveUp))';
const NOTE_FAULT = `
  update outgoing_messages set reason = :reason, state = case when ${IS_OVER} then 'failed' else state end,
    settled_at = case when ${IS_OVER} then now() end
  where id = :id and state = 'waiting'`;

export interface SendOptions {
  /** Gives up what is being sent. */
  readonly signal?: AbortSignal;
  /** Told of each try that failed. */
  readonly onFault?: (kind: string, fault: PostFault) => void;
}

/**
 * Sends what is due, one after the other, or keeps it if there is no mail server; returns how many were tried. Any number of
 * processes may do it at once.
 */
export async function sendDue(em: SqlEntityManager, options: SendOptions = {}): Promise<number> {
  const mail = mailOf(em);
  if (!mail) return 0;
  const pauses = { first: FIRST_PAUSE_MS / 1000, longest: LONGEST_PAUSE_MS / 1000 };
  for (let tried = 0; ; tried += 1) {
    if (options.signal?.aborted) return tried;
    const [claimed] = await em.execute<Claimed[]>(CLAIM, pauses);
    if (!claimed) return tried;
    await send(em, mail, { claimed, ...options });
  }
}

async function send(
  em: SqlEntityManager,
  mail: Mail,
  { claimed, signal, onFault }: SendOptions & { claimed: Claimed },
): Promise<void> {
  const { id, kind } = claimed;
  const prepared = await prepareLink(em, mail, claimed);
  const composed = prepared && (await composeMessage(em, mail, prepared));
  if (!prepared || !composed || composed === 'ended') {
    await em.execute('delete from outgoing_messages where id = ?', [id]);
    return;
  }
  if (mail.smtpUrl === undefined) {
    await em.execute(SETTLE, { id, state: 'kept', reason: null });
    return;
  }
  try {
    await post(mail, { ...composed, id, to: prepared.recipient }, signal);
  } catch (error) {
    const fault = faultOf(error);
    onFault?.(kind, fault);
    await noteFault(em, id, fault);
    return;
  }
  await em.execute(SETTLE, { id, state: 'sent', reason: null });
}

async function noteFault(em: SqlEntityManager, id: string, { reason, isFinal }: PostFault) {
  await em.execute(NOTE_FAULT, { id, reason, isFinal, giveUp: GIVE_UP_MS / 1000 });
}

/** How often a process looks for what is due. Milliseconds. */
const LOOK_EVERY_MS = 2000;

/** Sends what is due until the returned function is called, which gives up what is being sent. */
export function startSending(
  em: () => SqlEntityManager,
  log: { readonly warn: (fields: object, line: string) => void },
): () => Promise<void> {
  const stopping = new AbortController();
  let sending = Promise.resolve();
  let isSending = false;
  const onFault = (kind: string, { code, isFinal }: PostFault) =>
    log.warn({ kind, code, isFinal }, 'a message was not sent');
  const look = async () => {
    try {
      await sendDue(em(), { signal: stopping.signal, onFault });
    } catch (error) {
      log.warn({ err: error }, 'sending messages failed');
    } finally {
      isSending = false;
    }
  };
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    sending = look();
  }, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await sending;
  };
}
