import { Email } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import type { Sender } from '../../src/messages/mail/mail-state.ts';

/** Where messages are sent and by whom, or what is wrong with the settings: that stops nothing else. */
export type MailSettings =
  | {
      smtpUrl: string;
      from: Sender;
      /** Also to a mail server that offers no TLS. */
      mayBePlain: boolean;
    }
  | { fault: string };

interface Given {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_WITHOUT_TLS: 'true' | 'false';
  readonly MAIL_FROM?: string | undefined;
}

/** A name as RFC 5322 writes it, in quotes if it has a comma or the like, and an address. */
const FROM =
  /^(?:(?:"(?<quoted>(?:[^"\\\p{Cc}]|\\[^\p{Cc}]){1,200})"|(?<name>[^<>"\p{Cc}]{1,100}?))\s*)?<(?<address>[^<>]+)>$/u;
const DEFAULT_NAME = 'Sunloop';

/** Reads SMTP_URL and MAIL_FROM (`Name <address>` or an address); undefined without SMTP_URL. */
export function readMailSettings(given: Given): MailSettings | undefined {
  const { SMTP_URL: smtpUrl } = given;
  if (smtpUrl === undefined) return undefined;
  if (!isSmtpUrl(smtpUrl))
    return { fault: 'SMTP_URL must look like smtp://user:password@mail.example.com:587' };
  const from = readSender(given.MAIL_FROM ?? '');
  if (!from) return { fault: 'MAIL_FROM must look like Sunloop <office@example.com>' };
  const mayBePlain = given.SMTP_WITHOUT_TLS === 'true' || isThisMachine(smtpUrl);
  return { smtpUrl, from, mayBePlain };
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '';
}

/** Whether nobody is on the way to a mail server. */
export const isThisMachine = (smtpUrl: string) =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(new URL(smtpUrl).hostname);

function readSender(text: string): Sender | undefined {
  const {
    quoted,
    name = quoted?.replaceAll(/\\(.)/gu, '$1'),
    address = text,
  } = {
    ...FROM.exec(text.trim())?.groups,
  };
  const parsed = v.safeParse(Email, address);
  return parsed.success
    ? { name: name?.trim() || DEFAULT_NAME, address: parsed.output }
    : undefined;
}
