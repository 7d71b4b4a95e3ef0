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
  /** Name and address they come from. */
  readonly from: Sender;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

export interface MailSetup {
  /** Absent: there are no messages. */
  readonly mail?: Mail | undefined;
  /** What is wrong with the settings, for the operator. */
  readonly fault?: string | undefined;
}

const setups = new WeakMap<object, MailSetup>();

/** Sets for all EntityManagers of a database whether messages are written to it; without it none are. */
export function setUpMail(em: SqlEntityManager, setup: MailSetup): void {
  setups.set(em.config, setup);
}

/** How messages are dealt with; undefined if there are none. */
export function mailOf(em: SqlEntityManager): Mail | undefined {
  return setups.get(em.config)?.mail;
}

/** Whether messages are written at all. */
export const hasMail = (em: SqlEntityManager) => mailOf(em) !== undefined;

/** How messages are dealt with; throws 409 `mail_off` if there are none. */
export function requireMail(em: SqlEntityManager): Mail {
  const mail = mailOf(em);
  if (!mail) throw mailOff();
  return mail;
}

/** What is wrong with the settings of mail, if anything. */
export function mailFaultOf(em: SqlEntityManager): string | undefined {
  return setups.get(em.config)?.fault;
}
