import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { DeviceNotice } from '@sunloop/shared-types/messages/push.ts';
import type { ServerKey } from '../../ground/keys/service.ts';
import type { Push } from '../mail/mail-state.ts';
import type { PostFault } from '../mail/transport.ts';
import { isPublicAddress, publicLookup } from './public-host.ts';

/** Longest wait for a push service. Milliseconds. */
const POST_MS = 10_000;
/** How long a push service keeps a message for a device that is away: as long as we would try ourselves. Seconds. */
const TTL_SECONDS = (3 * DAY_MS) / 1000;
const RETRY_MAX_SECONDS = DAY_MS / 1000;
/** Of a push service's answer, which says no more than why; a connection is kept for the next message up to this. */
const ANSWER_MAX_BYTES = 64_000;

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushPosting {
  readonly target: PushTarget;
  readonly key: ServerKey;
  readonly notice: DeviceNotice;
  readonly urgency: 'low' | 'normal';
}

/** Why a push service did not take a message. */
export interface PushFault extends PostFault {
  /** The subscription has ended (404, 410). */
  readonly isGone: boolean;
  /** What the push service asks to be left alone for. */
  readonly retrySeconds?: number;
}

const publicAgent = new Agent({ keepAlive: true, lookup: publicLookup });
const anyAgent = new Agent({ keepAlive: true });

/**
 * Encrypts a notice for one device (RFC 8291) and hands it to its push service with our signature (RFC 8292). Answers why it
 * was not taken, or undefined; `signal` gives up, and then it may have been taken all the same.
 */
export async function postPush(
  push: Push,
  { target, key, notice, urgency }: PushPosting,
  signal?: AbortSignal,
): Promise<PushFault | undefined> {
  const { host } = new URL(target.endpoint);
  // What was stored under another setting.
  if (!push.mayBePrivate && !isPublicAddress(target.endpoint))
    return { reason: `${host} is no public host`, code: 'EPRIVATE', isFinal: true, isGone: false };
  const { endpoint, ...keys } = target;
  const subscription = { endpoint, keys, expirationTime: null };
  const { headers } = await vapidHeaders(subscription, vapidOf(push, key));
  const body = await encryptNotification(subscription, Buffer.from(JSON.stringify(notice)));
  try {
    const giveUp = AbortSignal.any([AbortSignal.timeout(POST_MS), ...(signal ? [signal] : [])]);
    const answer = await send(push, {
      endpoint,
      headers: {
        ...headers,
        'content-encoding': 'aes128gcm',
        // By it, the first drafts of declarative messages told them from others.
        'content-type': 'application/notification+json',
        'content-length': body.byteLength,
        ttl: TTL_SECONDS,
        urgency,
        topic: notice.notification.tag,
      },
      body,
      signal: giveUp,
    });
    return faultOf(host, answer);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : error.name;
    const isFinal = code === 'EPRIVATE';
    return { reason: `${host}: ${error.message}`, code, isFinal, isGone: false };
  }
}

function vapidOf({ origin, from }: Push, { publicKey, privateKey }: ServerKey) {
  return {
    // Whom a push service may ask; Apple takes https and mailto only.
    subject: origin.startsWith('https:') ? origin : `mailto:${from.address}`,
    publicKey: publicKey.toString('base64url'),
    privateKey: privateKey.export({ format: 'jwk' }).d,
  };
}

interface Sent {
  readonly endpoint: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Follows no redirect, and reads nothing of the answer but its head; one that goes on after that is cut off. */
function send({ mayBePrivate, ca }: Push, { endpoint, body, ...options }: Sent): Promise<Answered> {
  const agent = mayBePrivate ? anyAgent : publicAgent;
  return new Promise((resolve, reject) => {
    const asking = request(endpoint, { method: 'POST', agent, ca, ...options }, (answer) => {
      let size = 0;
      answer.on('data', ({ length }: Buffer) => {
        size += length;
        if (size > ANSWER_MAX_BYTES) asking.destroy();
      });
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, retryAfter: headers['retry-after'] });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** What ends with the message and not with the push service's trouble. */
const isRefusal = (status: number) => status < 500 && status !== 408 && status !== 429;

function faultOf(host: string, { status, retryAfter }: Answered): PushFault | undefined {
  if (status >= 200 && status < 300) return undefined;
  return {
    reason: `${host} answered ${status}`,
    code: String(status),
    isFinal: isRefusal(status),
    isGone: status === 404 || status === 410,
    ...secondsOf(retryAfter),
  };
}

/** RFC 9110: seconds, or a date. */
function secondsOf(text: string | undefined): { retrySeconds?: number } {
  if (text === undefined) return {};
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  if (!(seconds > 0)) return {};
  return { retrySeconds: Math.min(Math.ceil(seconds), RETRY_MAX_SECONDS) };
}
