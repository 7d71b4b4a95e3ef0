import { isThisMachine } from '../env/env-mail.ts';
import { isHere } from '../env/env-sso.ts';
import type { Env } from '../env/env.ts';
import { bad, ok, warn, type Finding } from './finding.ts';

/** The app itself gives up a call after this time. Milliseconds. */
const APP_GIVES_UP_MS = 15_000;
const TOKEN_MIN = 16;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Settings that are each right and contradict one another, or leave out what a real installation needs. */
export function checkSettings(env: Env): Finding[] {
  const found = [...checkOrigin(env), ...checkTimes(env), ...checkMailTls(env), ...checkSso(env)];
  const token = env.metricsToken;
  if (token !== undefined && token.length < TOKEN_MIN)
    found.push(bad('metrics', `METRICS_TOKEN can be guessed: openssl rand -hex 32`));
  return found.length > 0 ? found : [ok('settings', 'they do not contradict one another')];
}

function checkOrigin({ publicOrigin, trustProxy, isProduction }: Env): Finding[] {
  if (publicOrigin === undefined) {
    const say =
      'PUBLIC_ORIGIN is not set: links in messages lead to this machine only, and cookies are not kept to https. Set it ' +
      'to what people type';
    return [isProduction ? bad('origin', say) : warn('origin', say)];
  }
  const { protocol, hostname } = new URL(publicOrigin);
  if (protocol === 'https:' && trustProxy === 0)
    return [
      bad(
        'proxy',
        'PUBLIC_ORIGIN is https, which a proxy ends, but TRUST_PROXY is 0: all visitors count as one. Set it to the number ' +
          'of proxies',
      ),
    ];
  if (protocol === 'http:' && !LOCAL.test(hostname))
    return [
      bad(
        'origin',
        'PUBLIC_ORIGIN is http: browsers store no app without https, and everybody on the way can read along. Put a proxy ' +
          'in front that ends TLS (docs/run/deploying.md)',
      ),
    ];
  return [];
}

function checkTimes({ requests, database, backup }: Env): Finding[] {
  const { statementMs, queueMs } = database.deadlines;
  const found: Finding[] = [];
  if (requests.requestMs > APP_GIVES_UP_MS)
    found.push(
      warn(
        'times',
        `REQUEST_TIMEOUT_MS is over ${APP_GIVES_UP_MS}, after which the app has given up: lower it`,
      ),
    );
  if (Math.max(statementMs, queueMs) >= requests.requestMs)
    found.push(
      warn(
        'times',
        'DATABASE_STATEMENT_TIMEOUT_MS or DATABASE_QUEUE_WAIT_MS is not below REQUEST_TIMEOUT_MS, so that the reason of a ' +
          '503 is lost: lower it',
      ),
    );
  if (backup.nightly === undefined && backup.key !== undefined)
    found.push(warn('backup', 'BACKUP_KEY is set without BACKUP_DIR: only sunloop backup uses it'));
  return found;
}

function checkMailTls({ mail }: Env): Finding[] {
  if (mail === undefined || 'fault' in mail || isThisMachine(mail.smtpUrl)) return [];
  const { protocol, port, host } = new URL(mail.smtpUrl);
  if (mail.mayBePlain && protocol === 'smtp:')
    return [
      warn(
        'mail',
        `SMTP_WITHOUT_TLS is true: whoever is between here and ${host} may read the password and every link. Leave it out ` +
          'unless that network is yours',
      ),
    ];
  const usual = { 25: 'smtp:', 465: 'smtps:', 587: 'smtp:' }[port] ?? protocol;
  if (usual === protocol) return [];
  return [
    warn(
      'mail',
      `SMTP_URL is ${protocol}// to port ${port}, which speaks ${usual}// elsewhere: try that`,
    ),
  ];
}

function checkSso({ sso, publicOrigin }: Env): Finding[] {
  if (sso === undefined) return [];
  if ('fault' in sso) return [bad('single sign-on', sso.fault)];
  const plain =
    sso.issuer.protocol === 'http:' && !isHere(sso.issuer)
      ? [
          warn(
            'single sign-on',
            `OIDC_ISSUER is http: whoever is between here and ${sso.issuer.host} may sign in as anybody, unless that ` +
              'network is yours',
          ),
        ]
      : [];
  if (publicOrigin !== undefined) return plain;
  return [
    ...plain,
    bad(
      'single sign-on',
      'OIDC_ISSUER needs PUBLIC_ORIGIN, to which the provider sends people back',
    ),
  ];
}
