import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { mailOff } from '../../http/errors.ts';

/** How this process deals with messages. */
export interface Mail {
  /** Base of the links in messages; never what a request names, which anybody can forge. */
  readonly origin: string;
  /** Sign the links, newest first; all processes share them. */
  readonly keys: readonly string[];
  /** Where messages go; without it they are kept in the database to be read. */
  readonly smtpUrl?: string | undefined;
  /** Also to a mail server that offers no TLS; otherwise nothing is said to it, and least of all the password. */
  readonly mayBePlain?: boolean;
  /** Name and address they come from. */
  readonly from: Sender;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** How this process tells devices of news. */
export interface Push extends Omit<Mail, 'smtpUrl' | 'mayBePlain'> {
  /** Also to push services at private addresses, such as one of the operator's own. */
  readonly mayBePrivate: boolean;
  /** The certificate of a push service that nobody vouches for. */
  readonly ca?: string;
}

export interface MailSetup {
  /** Absent: no mail is sent. */
  readonly mail?: Mail | undefined;
  /** Absent: no device is told of anything. */
  readonly push?: Push | undefined;
  /** What is wrong with the settings, for the operator. */
  readonly fault?: string | undefined;
}

const setups = new WeakMap<object, MailSetup>();

/** Sets for all EntityManagers of a database which messages are written to it; without it none are. */
export function setUpMail(em: SqlEntityManager, setup: MailSetup): void {
  setups.set(em.config, setup);
}

/** How mail is dealt with; undefined if there is none. */
export function mailOf(em: SqlEntityManager): Mail | undefined {
  return setups.get(em.config)?.mail;
}

/** How devices are told of news; undefined if they are not. */
export function pushOf(em: SqlEntityManager): Push | undefined {
  return setups.get(em.config)?.push;
}

/** By which ways messages go; undefined if none are written at all. */
export function waysOf(em: SqlEntityManager): { mail: boolean; push: boolean } | undefined {
  const ways = { mail: hasMail(em), push: pushOf(em) !== undefined };
  return ways.mail || ways.push ? ways : undefined;
}

/** Whether mail is sent. */
export const hasMail = (em: SqlEntityManager) => mailOf(em) !== undefined;

/** How mail is dealt with; throws 409 `mail_off` if there is none. */
export function requireMail(em: SqlEntityManager): Mail {
  const mail = mailOf(em);
  if (!mail) throw mailOff();
  return mail;
}

/** What is wrong with the settings of mail, if anything. */
export function mailFaultOf(em: SqlEntityManager): string | undefined {
  return setups.get(em.config)?.fault;
}
