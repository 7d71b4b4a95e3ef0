import type { Env } from '../env/env.ts';
import type { MailSetup } from '../../src/messages/mail/mail-state.ts';

interface MailOptions {
  /** Sign the links in messages, newest first. */
  readonly sessionKeys: readonly string[];
  /** Without SMTP_URL, messages are kept in the database to be read. */
  readonly keepsMail?: boolean;
}

const KEPT_FROM = { name: 'Sunloop', address: 'demo@sunloop.invalid' };

/** Links in messages name what the operator set and never what a request names, which anybody can forge. */
export function mailSetup(
  env: Env,
  { sessionKeys: keys, keepsMail = false }: MailOptions,
): MailSetup {
  const origin = env.publicOrigin ?? localOrigin(env.host, env.port);
  const base = { origin, keys, from: KEPT_FROM };
  const push = { ...base, mayBePrivate: env.mayPushPrivately };
  if (env.mail === undefined) return keepsMail ? { mail: base, push } : { push };
  if ('fault' in env.mail) return { ...env.mail, push };
  const mail = { ...base, ...env.mail };
  return { mail, push: { ...push, from: mail.from } };
}

/** The address of a server that listens there, for whoever sits before it. */
export function localOrigin(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `http://${isLocal ? 'localhost' : host}:${port}`;
}
