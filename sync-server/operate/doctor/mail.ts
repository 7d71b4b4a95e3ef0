import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ssoRefusalWords } from '@sunloop/shared-types/accounts/sso-refusals.ts';
import type { Env } from '../env/env.ts';
import { localOrigin } from '../start/mail-setup.ts';
import { faultOf, offerMessage } from '../../src/messages/mail/transport.ts';
import { findSsoRefusals } from '../../src/accounts/sso/sso-state.ts';
import { openProvider } from '../../src/accounts/sso/provider.ts';
import { bad, ok, warn, wordsOf, type Finding } from './finding.ts';

/** Whether the mail server lets us in and takes our address as sender and recipient. Nothing is sent. */
export async function checkMail({ mail, publicOrigin, host, port }: Env): Promise<Finding[]> {
  if (mail === undefined)
    return [
      warn(
        'mail',
        'no messages are sent, and who forgets the password must ask the office: set SMTP_URL and MAIL_FROM',
      ),
    ];
  if ('fault' in mail) return [bad('mail', mail.fault)];
  const { host: there } = new URL(mail.smtpUrl);
  try {
    await offerMessage({ ...mail, origin: publicOrigin ?? localOrigin(host, port) });
  } catch (error) {
    const { reason } = faultOf(error, mail);
    return [
      bad('mail', `${there} does not take us: ${wordsOf(reason)}. Correct SMTP_URL or MAIL_FROM`),
    ];
  }
  return [ok('mail', `${there} takes us; whether it delivers, the desk's test message shows`)];
}

/** Whether the identity provider answers. */
export async function checkProvider({ sso }: Env): Promise<Finding[]> {
  if (sso === undefined || 'fault' in sso) return [];
  const fault = await openProvider(sso).lookUp();
  return fault === undefined
    ? [ok('single sign-on', `${sso.issuer.host} answers`)]
    : [
        bad(
          'single sign-on',
          `${sso.issuer.host} does not serve us: ${fault}. Correct OIDC_ISSUER`,
        ),
      ];
}

/** Whom the identity provider let in and we did not. */
export async function checkSsoRefusals(em: SqlEntityManager, { sso }: Env): Promise<Finding[]> {
  if (sso === undefined) return [];
  return (await findSsoRefusals(em)).map(({ fault, count }) =>
    warn(
      'single sign-on',
      `${count === 1 ? '1 sign-in was' : `${count} sign-ins were`} turned away in 30 days: ${ssoRefusalWords(fault)}`,
    ),
  );
}
