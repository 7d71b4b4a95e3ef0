import type { Env } from '../env/env.ts';
import { greetMailServer } from '../../src/messages/mail/transport.ts';
import { openProvider } from '../../src/accounts/sso/provider.ts';
import { bad, ok, warn, wordsOf, type Finding } from './finding.ts';

/** Whether the mail server lets itself be connected to and signed in at. Nothing is sent. */
export async function checkMail({ mail }: Env): Promise<Finding[]> {
  if (mail === undefined)
    return [
      warn(
        'mail',
        'no messages are sent, and who forgets the password must ask the office: set SMTP_URL and MAIL_FROM',
      ),
    ];
  if ('fault' in mail) return [bad('mail', mail.fault)];
  const { host } = new URL(mail.smtpUrl);
  try {
    await greetMailServer(mail.smtpUrl);
  } catch (error) {
    return [bad('mail', `${host} does not take us: ${wordsOf(error)}. Correct SMTP_URL`)];
  }
  return [ok('mail', `${host} takes us; whether it delivers, the desk's test message shows`)];
}

/** Whether the identity provider answers. */
export async function checkProvider({ sso }: Env): Promise<Finding[]> {
  if (sso === undefined || 'fault' in sso) return [];
  const fault = await openProvider(sso).lookUp();
  return fault === undefined
    ? [ok('single sign-on', `${sso.issuer.host} answers`)]
    : [bad('single sign-on', fault)];
}
