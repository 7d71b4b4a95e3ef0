import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { SIGNED_IN_COOKIE } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { bad, look, ok, warn, wordsOf, type Finding } from './finding.ts';
import { send, type Sent } from './send.ts';
import { checkWay, REQUEST_ID } from './way.ts';

const MS_A_DAY = 86_400_000;
const MS_AN_HOUR = 3_600_000;
/** A certificate is renewed when a third of its time is left; some last a quarter of a year, others half a day. */
const LATE_SHARE = 1 / 6;
const CLOCK_MAX_MS = 5000;
/** Nobody has it: RFC 5737. */
const CLAIMED = '203.0.113.7';
const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd])/i;

/** How a running installation answers whoever visits it. `em` is its database, if that can be reached. */
export async function checkVisit(
  origin: URL,
  em: SqlEntityManager | undefined,
): Promise<Finding[]> {
  let ready: Sent;
  try {
    ready = await send(new URL('/readyz', origin));
  } catch (error) {
    return [bad('visit', `${origin.origin} does not answer: ${wordsOf(error)}`)];
  }
  const found = [
    ready.status === 200
      ? ok('visit', `${origin.origin} is ready`)
      : bad('visit', `/readyz answers ${ready.status}: ${ready.body.slice(0, 200)}`),
    checkTls(origin, ready),
    checkDate(ready),
  ];
  // What is not this server has nothing of ours to be looked at.
  if (ready.header(REQUEST_ID) === undefined)
    return [...found, bad('origin', `what answers at ${origin.origin} is not Sunloop`)];
  const seen = await look('proxy', () => checkWay(origin));
  return [...found, ...seen, ...(await checkSignIn(origin, em))];
}

function checkTls({ hostname }: URL, { header, certificate }: Sent): Finding {
  if (certificate === undefined)
    return hostname === 'localhost'
      ? ok('TLS', 'none, which browsers allow on localhost')
      : bad('TLS', 'none: browsers store no app without https (docs/run/deploying.md, The proxy)');
  const leftMs = certificate.to - Date.now();
  const left =
    leftMs < MS_A_DAY
      ? `${Math.floor(leftMs / MS_AN_HOUR)} hours`
      : `${Math.floor(leftMs / MS_A_DAY)} days`;
  if (leftMs < (certificate.to - certificate.from) * LATE_SHARE)
    return bad('TLS', `the certificate ends in ${left}: see why it was not renewed`);
  if (header('strict-transport-security') === undefined)
    return bad('TLS', 'no HSTS came: PUBLIC_ORIGIN of the server is not https');
  return ok('TLS', `the certificate holds for ${left}, and HSTS comes`);
}

function checkDate({ header }: Sent): Finding {
  const offMs = Math.abs(Date.parse(header('date')?.[0] ?? '') - Date.now());
  if (Number.isNaN(offMs)) return warn('clock', 'the answer has no date');
  return offMs > CLOCK_MAX_MS
    ? bad(
        'clock',
        `that machine's is ${Math.round(offMs / 1000)} s off from this one's: set both by NTP`,
      )
    : ok('clock', "that machine's agrees with this one's");
}

/** A sign-in by nobody shows which origin and which address arrive; it is taken out of the database again. */
async function checkSignIn(origin: URL, em: SqlEntityManager | undefined): Promise<Finding[]> {
  const email = `doctor.${randomBytes(8).toString('hex')}@sunloop.invalid`;
  const body = { email, password: 'nobody has this' };
  const headers = { 'X-Forwarded-For': CLAIMED, Cookie: `${SIGNED_IN_COOKIE}=1` };
  const { status, from, header } = await send(new URL(routes.logIn.path, origin), {
    headers,
    body,
  });
  if (status === 403)
    return [
      bad(
        'origin',
        `a sign-in is refused as another site's: set PUBLIC_ORIGIN=${origin.origin}, and let the proxy pass Host and ` +
          'X-Forwarded-Proto',
      ),
    ];
  if (status !== 401) return [bad('origin', `a wrong sign-in is answered ${status} and not 401`)];
  const found = [ok('origin', `${origin.origin} is what the server takes for its own`)];
  // The server takes the cookie of a sign-in back from whoever is not signed in.
  if (!header('set-cookie')?.some((cookie) => cookie.startsWith(`${SIGNED_IN_COOKIE}=;`)))
    found.push(
      bad(
        'proxy',
        'cookies do not get through it, so nobody stays signed in: let it pass Cookie and Set-Cookie',
      ),
    );
  return em ? [...found, await checkAddress(em, { email, from })] : found;
}

interface Tried {
  readonly email: string;
  readonly from: string | undefined;
}

async function checkAddress(em: SqlEntityManager, { email, from }: Tried): Promise<Finding> {
  const [row] = await em.execute<{ address: string }[]>(
    'delete from login_attempts where email = ? returning ip_address as address',
    [email],
  );
  if (!row)
    return bad('address', 'the installation works on another database than these settings name');
  const { address } = row;
  if (address === CLAIMED)
    return bad(
      'address',
      'what a visitor claims in X-Forwarded-For is believed: lower TRUST_PROXY to the number of proxies, and let the ' +
        'first one set the header anew',
    );
  if (address === from) return ok('address', `${address}, from which we came, arrives`);
  if (PRIVATE.test(address))
    return bad(
      'address',
      `${address} arrives and not ${from}, so all visitors count as one: set TRUST_PROXY to the number of proxies`,
    );
  return ok('address', `${address} arrives, which must be ours as seen from there`);
}
