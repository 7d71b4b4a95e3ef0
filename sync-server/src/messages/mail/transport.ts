import { createTransport } from 'nodemailer';
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

function open(smtpUrl: string | undefined) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects to a mail server and signs in, and sends nothing. Throws what went wrong. */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = open(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Hands a message to the mail server, and answers what that said. Throws what went wrong, which `faultOf` reads. `signal`
 * gives up; the server may have taken the message all the same.
 */
export async function post(mail: Mail, posting: Posting, signal?: AbortSignal): Promise<string> {
  const transport = open(mail.smtpUrl);
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

/** What went wrong, in the mail server's words if it spoke. */
export function faultOf(error: unknown): PostFault {
  if (!(error instanceof Error)) throw error;
  const { message, code, command, responseCode } = error as Error & {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return {
    reason: message.slice(0, REASON_MAX).toWellFormed(),
    isFinal,
    code: [code, responseCode].filter(Boolean).join(' '),
  };
}
