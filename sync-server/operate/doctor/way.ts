import { OURS_HEADER, PROFILE_BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import { bad, ok, type Finding } from './finding.ts';
import { send, type Sent } from './send.ts';

/** What the API needs to get through, beside GET and POST. */
const METHODS = ['PUT', 'PATCH', 'DELETE'] as const;
/** No call has this path, and the server answers so. */
const NOWHERE = '/api/doctor';
/** Named by the server for each request anew. */
export const REQUEST_ID = 'x-request-id';
/** What must be asked for each time, and what the server says of how long it may be kept. */
const FRESH = [
  { path: '/sw.js', says: 'no-cache', why: 'devices never get another version' },
  { path: '/api/openapi.json', says: 'no-store', why: 'people see what was, or others' },
] as const;

/** What becomes of the app and of calls on their way through the proxy. Nothing of it is stored. */
export async function checkWay(origin: URL): Promise<Finding[]> {
  const found = [
    ...(await checkApp(origin)),
    ...(await checkFresh(origin)),
    ...(await checkBody(origin)),
    ...(await checkMethods(origin)),
  ];
  return found.length > 0
    ? found
    : [ok('proxy', 'pages, calls and bodies get through as they are')];
}

async function checkApp(origin: URL): Promise<Finding[]> {
  const { status, header, body } = await send(new URL('/', origin));
  if (status === 404)
    return [bad('app', 'the server has no app: npm run build, or the archive of a release')];
  if (status !== 200 || !/<link rel="manifest"/.test(body))
    return [bad('app', `${origin.origin} answers ${status} with a page that is not the app's`)];
  const policies = header('content-security-policy');
  if (policies?.length === 1) return [];
  return [
    bad(
      'proxy',
      `${policies?.length ?? 0} content policies come with a page: let the proxy add and remove none`,
    ),
  ];
}

async function checkFresh(origin: URL): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { path, says, why } of FRESH) {
    const first = await send(new URL(path, origin));
    // Without an app there is no worker, which was said.
    if (first.status === 404) continue;
    const second = await send(new URL(path, origin));
    const isKept = idOf(first) !== undefined && idOf(first) === idOf(second);
    const told = second.header('cache-control')?.join(', ') ?? '';
    if (isKept || !told.includes(says))
      found.push(
        bad('proxy', `it keeps ${path}, so ${why}: turn its cache off (it says '${told}')`),
      );
  }
  return found;
}

const idOf = ({ header }: Sent) => header(REQUEST_ID)?.[0];
const isOurs = ({ header }: Sent) => header(OURS_HEADER) !== undefined;

/** As large as the largest call. */
async function checkBody(origin: URL): Promise<Finding[]> {
  const text = '{}'.padEnd(PROFILE_BODY_LIMIT_BYTES);
  const sent = await send(new URL(NOWHERE, origin), { text });
  if (isOurs(sent)) return [];
  return [
    bad(
      'proxy',
      `a body of 8 MB is answered ${sent.status} by something before the server, so files of referrals and pictures are ` +
        'not sent: let it pass 9 MB',
    ),
  ];
}

async function checkMethods(origin: URL): Promise<Finding[]> {
  const stopped: string[] = [];
  for (const method of METHODS) {
    const sent = await send(new URL(NOWHERE, origin), { method });
    if (!isOurs(sent)) stopped.push(method);
  }
  if (stopped.length === 0) return [];
  return [bad('proxy', `it lets no ${stopped.join(', ')} through to the server: allow them`)];
}
