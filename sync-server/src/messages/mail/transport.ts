import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { ComposedMessage } from './compose.ts';
import type { Mail } from './mail-state.ts';

/** Longest silence of the mail server, and a whole send. Milliseconds. */
const SILENCE_MS = 15_000;
const SEND_MS = 60_000;

/** A message and where it goes. */
export interface Posting extends ComposedMessage {
  readonly to: string;
  /** The part of the Message-ID before its `@`; the same each time a message is tried. */
  readonly id: string;
}

/** Why a message was not sent. `isFinal`: the server will never take this address. */
export interface PostFault {
  readonly reason: string;
  readonly isFinal: boolean;
  /** For the log, which names nobody. */
  readonly code: string;
}

/** What is needed to connect to a mail server. */
export type MailServerSettings = Required<Pick<Mail, 'smtpUrl'>> &
  Pick<Mail, 'origin' | 'mayBePlain'>;

type Reached = Pick<Mail, 'smtpUrl' | 'origin' | 'mayBePlain'>;

/** What the URL says of anything else wins. */
const urlOf = ({ smtpUrl = '', mayBePlain }: Reached) =>
  mayBePlain ? smtpUrl : requiringTls(smtpUrl);

const boundsOf = ({ origin }: Reached) => ({
  ...nameOf(origin),
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
});

function open(mail: Reached) {
  const shut = { disableFileAccess: true, disableUrlAccess: true };
  return createTransport({ url: urlOf(mail), ...boundsOf(mail), ...shut });
}

/** Or whoever is on the way takes STARTTLS out of the server's answer, and reads the password and every link. */
function requiringTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** As whom we greet (RFC 5321, 4.1.1.1): in a container the machine has no name that a strict mail server takes. */
function nameOf(origin: string): { name?: string } {
  const host = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(host)) return host.includes('.') ? { name: host } : {};
  return { name: host.includes(':') ? `[IPv6:${host}]` : `[${host}]` };
}

/**
 * Offers a mail server a message from our address to itself, up to where the text would begin, and sends nothing: a message
 * that breaks off there is none (RFC 5321, 4.1.1.4). Throws what went wrong, which `faultOf` reads.
 */
export async function offerMessage(mail: MailServerSettings & Pick<Mail, 'from'>): Promise<void> {
  const { auth, ...options } = parseConnectionUrl(urlOf(mail));
  const connection = new SMTPConnection({ ...boundsOf(mail), ...options });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.once('error', reject);
  const text = new Readable({ read: () => resolve() });
  const { address } = mail.from;
  const offer = () =>
    connection.send({ from: address, to: [address] }, text, (fault) => fault && reject(fault));
  connection.connect((fault) => {
    if (fault) reject(fault);
    else if (!auth) offer();
    else connection.login(auth, (refused) => (refused ? reject(refused) : offer()));
  });
  try {
    await promise;
  } finally {
    text.destroy();
    connection.close();
  }
}

/**
 * Hands a message to the mail server, and answers what that said. Throws what went wrong, which `faultOf` reads. `signal`
 * gives up; the server may have taken the message all the same.
 */
export async function post(mail: Mail, posting: Posting, signal?: AbortSignal): Promise<string> {
  const transport = open(mail);
  const { id, to, subject, text, html, mailOff } = posting;
  const giveUp = AbortSignal.any([AbortSignal.timeout(SEND_MS), ...(signal ? [signal] : [])]);
  try {
    const { response } = await transport.sendMail({
      from: { ...mail.from },
      // As an object it is one address, whatever is in it.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${mail.from.address.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(mailOff) },
      signal: giveUp,
    });
    return response;
  } finally {
    transport.close();
  }
}

/** RFC 8058: a mail program may switch a kind of message off with one POST. */
function oneClick(mailOff: string | undefined): Record<string, string> {
  if (mailOff === undefined) return {};
  return {
    'List-Unsubscribe': `<${mailOff}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const REASON_MAX = 500;

/** What went wrong, in the mail server's words if it spoke, and what the operator can do about it. */
export function faultOf(error: unknown, mail: Pick<Mail, 'smtpUrl'>): PostFault {
  if (!(error instanceof Error)) throw error;
  const { message, code, command, responseCode } = error as MailError;
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  const advice = adviceOn(error, mail);
  const reason = advice === undefined ? message : `${message} (${advice})`;
  return {
    reason: reason.slice(0, REASON_MAX).toWellFormed(),
    isFinal,
    code: [code, responseCode].filter(Boolean).join(' '),
  };
}

type MailError = Error & {
  code?: string;
  command?: string;
  responseCode?: number;
  timeoutType?: string;
};

const NEEDS_TLS =
  'it offers no TLS, without which password and links can be read on the way: use one that does, or set ' +
  'SMTP_WITHOUT_TLS=true if nobody else is in the network between';
const TRY_SMTPS = 'try smtps:// in SMTP_URL, which port 465 speaks';
const TRY_SMTP = 'try smtp:// in SMTP_URL, which ports 587 and 25 speak';

/** What to set instead if the mail server and we do not agree on TLS. */
function adviceOn(error: MailError, { smtpUrl = '' }: Pick<Mail, 'smtpUrl'>): string | undefined {
  const { command, message, response, timeoutType } = error as MailError & { response?: string };
  // What OpenSSL says of an answer in plain text.
  if (/wrong version number|packet length too long/i.test(message))
    return smtpUrl.startsWith('smtps:') ? TRY_SMTP : undefined;
  if (timeoutType === 'GREETING_TIMEOUT') return adviceOnSilence(smtpUrl);
  const isRefused = command === 'STARTTLS' && response !== undefined;
  return isRefused || message.includes('required STARTTLS') ? NEEDS_TLS : undefined;
}

/** What may be wrong if a mail server says nothing at all: over TLS, it waits for us to speak first. */
export const adviceOnSilence = (smtpUrl: string) =>
  smtpUrl.startsWith('smtp:') ? TRY_SMTPS : undefined;
