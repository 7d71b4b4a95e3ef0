import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sunloop/shared-types/limits.ts';
import { isSwitchable } from '@sunloop/shared-types/messages/mail.ts';
import {
  type ComposedMessage,
  composeMessage,
  composeSeveral,
  type StoredMessage,
} from './compose.ts';
import { writerOfSeveral } from './letters/several.ts';
import { type Part, sortParts } from '../push/compose-notice.ts';
import { IS_FREE, InHand } from './in-hand.ts';
import { type PushFault } from '../push/post-push.ts';
import { sendPush } from '../push/send-push.ts';
import { type Mail, mailOf, pushOf, waysOf } from './mail-state.ts';
import { prepareLink } from './prepare-link.ts';
import { faultOf, post, type PostFault } from './transport.ts';

/** The pause after the first try, twice as long after each other one; more than a try takes. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
const GIVE_UP_MS = 3 * DAY_MS;

/** Messages in one letter, each of which is looked at before it goes. */
const GATHERED_MAX = 200;

interface Claimed extends StoredMessage {
  readonly id: string;
  /** The device it is for; null for a mail. */
  readonly subscriptionId: string | null;
  /** Of that device's push service. */
  readonly host: string | null;
}

// Due again after a pause already now: whoever dies while sending leaves the message to the next try, and what was sent
// before it was marked goes out twice under one Message-ID. No transaction waits for a mail server or push service.
const CLAIM = `
  with free as (
    select m.id, split_part(d.endpoint, '/', 3) as host
    from outgoing_messages m left join push_subscriptions d on d.id = m.subscription_id
    where m.state = 'waiting' and m.due_at <= now()
      and case when m.subscription_id is null then :mail else :push and ${IS_FREE} end
    order by m.due_at, m.id limit 1 for update of m skip locked)
  update outgoing_messages o set tries = tries + 1,
    due_at = now() + make_interval(secs => least(:first * 2 ^ least(tries, 20), :longest))
  from free where o.id = free.id
  returning o.id, kind, user_id as "userId", recipient, data, subscription_id as "subscriptionId", host`;

const AMONG = 'id = any (array(select value::uuid from jsonb_array_elements_text(:ids::jsonb)))';
const SETTLE = `
  update outgoing_messages set state = :state, settled_at = now(), reason = null
  where state = 'waiting' and ${AMONG}`;

// What else of its kind is due for the person goes with it: what was done in one go is told once.
const GATHER = `
  update outgoing_messages set tries = tries + 1, due_at = (select due_at from outgoing_messages where id = :id)
  where id in (
    select id from outgoing_messages where user_id = :userId and kind = :kind and recipient = :recipient
      and subscription_id is null and state = 'waiting' and due_at <= now()
    order by due_at, id limit ${GATHERED_MAX} for update skip locked)
  returning id, user_id as "userId", data`;

const DROP = `delete from outgoing_messages where ${AMONG}`;

const IS_OVER = '(:isFinal or due_at > queued_at + make_interval(secs => :giveUp))';
const NOTE_FAULT = `
  update outgoing_messages set reason = :reason, state = case when ${IS_OVER} then 'failed' else state end,
    settled_at = case when ${IS_OVER} then now() end,
    due_at = greatest(due_at, now() + make_interval(secs => :retryAfter))
  where state = 'waiting' and ${AMONG}`;

/** How many notifications a process sends at once. */
const PUSH_LANES = 16;

/** Mail and notifications are sent apart, because people name the push services: a slow one holds up no mail. */
const WAYS = ['mail', 'push'] as const;

export interface SendOptions {
  /** What is sent; both if absent. */
  readonly way?: (typeof WAYS)[number];
  /** Gives up what is being sent. */
  readonly signal?: AbortSignal;
  /** Told of each try that failed. */
  readonly onFault?: (kind: string, fault: PostFault) => void;
}

/**
 * Sends what is due: mail one after the other, or keeps it if there is no mail server; notifications several at once, because one
 * push service may not answer. Returns how many were tried. Any number of processes may do it at once.
 */
export async function sendDue(em: SqlEntityManager, options: SendOptions = {}): Promise<number> {
  const ways = waysOf(em);
  if (!ways) return 0;
  const { way } = options;
  const inHand = new InHand<Claimed>();
  const lanes = [
    ...(ways.mail && way !== 'push' ? [{ mail: true, push: false }] : []),
    ...(ways.push && way !== 'mail'
      ? Array.from({ length: PUSH_LANES }, () => ({ mail: false, push: true }))
      : []),
  ];
  // All have ended before one's failure is told: whoever sends next knows nothing of what is in hand.
  const ended = await Promise.allSettled(
    lanes.map((wanted) => sendLane(em.fork(), inHand, { wanted, ...options })),
  );
  let tried = 0;
  for (const lane of ended) {
    if (lane.status === 'rejected') throw lane.reason;
    tried += lane.value;
  }
  return tried;
}

type LaneOptions = SendOptions & { readonly wanted: { mail: boolean; push: boolean } };

async function sendLane(
  em: SqlEntityManager,
  inHand: InHand<Claimed>,
  { wanted, ...options }: LaneOptions,
): Promise<number> {
  const pauses = { first: FIRST_PAUSE_MS / 1000, longest: LONGEST_PAUSE_MS / 1000 };
  for (let tried = 0; ; tried += 1) {
    if (options.signal?.aborted) return tried;
    const claimed = await inHand.claim(async (busy) => {
      const [row] = await em.execute<Claimed[]>(CLAIM, { ...pauses, ...wanted, busy });
      return row;
    });
    if (!claimed) return tried;
    try {
      await send(em, claimed.row, options);
    } finally {
      claimed.done();
    }
  }
}

async function send(em: SqlEntityManager, claimed: Claimed, options: SendOptions): Promise<void> {
  const { subscriptionId, userId } = claimed;
  const [mail, push] = [mailOf(em), pushOf(em)];
  if (subscriptionId === null) {
    if (mail) await sendMail(em, mail, { claimed, ...options });
  } else if (push && userId !== null) {
    const { ids, fault } = await sendPush(em, push, {
      claimed: { ...claimed, subscriptionId, userId },
      signal: options.signal,
    });
    if (fault) options.onFault?.(claimed.kind, fault);
    await settle(em, ids, fault);
  }
}

async function sendMail(
  em: SqlEntityManager,
  mail: Mail,
  { claimed, signal, onFault }: SendOptions & { claimed: Claimed },
): Promise<void> {
  const { ids, over, letter, recipient } = await prepare(em, mail, claimed);
  const { again } = claimed.data;
  if (over.length > 0) await em.execute(DROP, { ids: JSON.stringify(over) });
  if (!letter) return;
  if (mail.smtpUrl === undefined) {
    await em.execute(SETTLE, { ids: JSON.stringify(ids), state: 'kept' });
    return;
  }
  try {
    // The same for the same messages, whichever of them is due first.
    const first = ids.toSorted()[0] ?? claimed.id;
    const id = typeof again === 'string' ? `${first}.${again}` : first;
    await post(mail, { ...letter, id, to: recipient }, signal);
  } catch (error) {
    const fault = faultOf(error, mail);
    onFault?.(claimed.kind, fault);
    await settle(em, ids, fault);
    return;
  }
  await settle(em, ids, undefined);
}

interface Prepared {
  /** The messages that the letter tells. */
  readonly ids: readonly string[];
  /** Those that tell nothing any more. */
  readonly over: readonly string[];
  readonly letter: ComposedMessage | undefined;
  readonly recipient: string;
}

/** Writes the letter of a claimed message, with all that is due to the same person if the kind tells several in one. */
async function prepare(em: SqlEntityManager, mail: Mail, claimed: Claimed): Promise<Prepared> {
  const { id, kind, userId, recipient } = claimed;
  if (userId !== null && isSwitchable(kind) && writerOfSeveral(kind)) {
    const others = await em.execute<Part[]>(GATHER, { id, kind, userId, recipient });
    const parts = [{ id, userId, data: claimed.data }, ...others];
    const { told, over } = await sortParts(em, mail, { kind, parts });
    const messages = parts
      .filter((part) => told.includes(part.id))
      .map((part) => ({ ...claimed, ...part, userId }));
    if (messages.length > 1)
      return lettered(await composeSeveral(em, mail, messages), { ids: told, over, recipient });
    const [only] = messages;
    const letter = only && (await composeMessage(em, mail, only));
    return lettered(letter, { ids: told, over, recipient });
  }
  const prepared = await prepareLink(em, mail, claimed);
  const letter = prepared && (await composeMessage(em, mail, prepared));
  return lettered(letter, { ids: [id], over: [], recipient: prepared?.recipient ?? recipient });
}

/** What a letter could not be written for is over. */
function lettered(
  letter: ComposedMessage | 'ended' | undefined,
  { ids, over, recipient }: Omit<Prepared, 'letter'>,
): Prepared {
  if (letter !== undefined && letter !== 'ended') return { ids, over, letter, recipient };
  return { ids: [], over: [...over, ...ids], letter: undefined, recipient };
}

/** Marks messages as sent, or notes why they were not. */
async function settle(
  em: SqlEntityManager,
  messages: readonly string[],
  fault: PostFault | PushFault | undefined,
): Promise<void> {
  const ids = JSON.stringify(messages);
  if (!fault) {
    await em.execute(SETTLE, { ids, state: 'sent' });
    return;
  }
  const { reason, isFinal } = fault;
  const retryAfter = 'retrySeconds' in fault ? fault.retrySeconds : undefined;
  const values = { ids, reason, isFinal, giveUp: GIVE_UP_MS / 1000 };
  await em.execute(NOTE_FAULT, { ...values, retryAfter: retryAfter ?? 0 });
}

/** How often a process looks for what is due. Milliseconds. */
const LOOK_EVERY_MS = 2000;

interface Log {
  readonly warn: (fields: object, line: string) => void;
}

/** Sends what is due until the returned function is called, which gives up what is being sent. */
export function startSending(em: () => SqlEntityManager, log: Log): () => Promise<void> {
  const stops = WAYS.map((way) => startWay(em, log, way));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startWay(
  em: () => SqlEntityManager,
  log: Log,
  way: (typeof WAYS)[number],
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let sending = Promise.resolve();
  let isSending = false;
  const onFault = (kind: string, { code, isFinal }: PostFault) =>
    log.warn({ kind, code, isFinal }, 'a message was not sent');
  const look = async () => {
    try {
      await sendDue(em(), { way, signal, onFault });
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
