import { Email } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import type { Sender } from '../../src/messages/mail/mail-state.ts';

/** Where messages are sent and by whom, or what is wrong with the settings: that stops nothing else. */
export type MailSettings = { smtpUrl: string; from: Sender } | { fault: string };

const FROM = /^(?:(?<name>[^<>"\p{Cc}]{1,100}?)\s*)?<(?<address>[^<>]+)>$/u;
const DEFAULT_NAME = 'Sunloop';

/** Reads SMTP_URL and MAIL_FROM (`Name <address>` or an address); undefined without SMTP_URL. */
export function readMailSettings(url?: string, given?: string): MailSettings | undefined {
  if (url === undefined) return undefined;
  if (!isSmtpUrl(url))
    return { fault: 'SMTP_URL must look like smtp://user:password@mail.example.com:587' };
  const from = readSender(given ?? '');
  return from
    ? { smtpUrl: url, from }
    : { fault: 'MAIL_FROM must look like Sunloop <office@example.com>' };
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '';
}

function readSender(text: string): Sender | undefined {
  const { name, address = text } = FROM.exec(text.trim())?.groups ?? {};
  const parsed = v.safeParse(Email, address);
  return parsed.success ? { name: name || DEFAULT_NAME, address: parsed.output } : undefined;
}
