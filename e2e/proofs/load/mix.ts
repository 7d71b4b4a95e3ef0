import { randomUUID } from 'node:crypto';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { FIRST_ADMIN } from '../../fixtures/app-process.ts';
import type { Answered } from './line.ts';
import { type Asked, send } from './send.ts';

/** One kind of call, of which so many in a hundred are made. */
interface Kind {
  readonly name: string;
  readonly share: number;
  readonly ask: () => { asked: Asked; note?: (answer: Answered) => void };
}

interface Device {
  cookie: string;
  readonly userId: string;
  /** Where its next pull goes on. */
  since: string;
}

export interface Mix {
  /** A call drawn by the shares. */
  draw(): { name: string; asked: Asked; note?: (answer: Answered) => void };
  /** Ids of the rows that an answered push has taken. */
  readonly taken: Set<string>;
}

const PASSWORD = 'correct horse';
const ROWS_A_PUSH = 3;
const PAGE = '50';

/**
 * What people and admins do in a day, by so many devices, which are signed up first. Most of it is the check for new
 * achievements, which each open app makes every 5 s (SPEC §9).
 */
export async function prepareMix(origin: string, devices: number): Promise<Mix> {
  const known: Awaited<ReturnType<typeof signUp>>[] = [];
  // One by one: the server hashes only so many passwords at once.
  for (let made = 0; made < devices; made += 1) known.push(await signUp(origin));
  const admin = await signIn(origin, FIRST_ADMIN);
  const taken = new Set<string>();
  const one = () => known[Math.floor(Math.random() * known.length)] ?? raise('no device');
  const read =
    (route: Route, cookie: () => string, query = {}) =>
    () => ({
      asked: {
        method: route.method,
        path: requestPath(route, { query }),
        headers: { cookie: cookie() },
      },
    });
  const ofAdmin = () => admin;
  const ofDevice = () => one().device.cookie;
  const kinds: readonly Kind[] = [
    {
      name: 'achievement check',
      share: 60,
      ask: () => check(one().device),
    },
    { name: 'push', share: 6, ask: () => push(one().device, taken) },
    { name: 'pull', share: 12, ask: () => pull(one().device) },
    { name: 'stats', share: 8, ask: read(routes.stats, ofDevice) },
    { name: 'own account', share: 8, ask: read(routes.currentUser, ofDevice) },
    { name: 'sign-in', share: 1, ask: () => signInAgain(one()) },
    {
      name: 'admin: referrals',
      share: 2,
      ask: read(routes.adminReferrals, ofAdmin, { limit: PAGE }),
    },
    { name: 'admin: users', share: 2, ask: read(routes.users, ofAdmin, { limit: PAGE }) },
    { name: 'admin: call list', share: 1, ask: read(routes.callList, ofAdmin) },
  ];
  return { taken, draw: () => draw(kinds) };
}

function draw(kinds: readonly Kind[]) {
  let left = Math.random() * kinds.reduce((sum, { share }) => sum + share, 0);
  const kind =
    kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0] ?? raise('no kind of call');
  return { name: kind.name, ...kind.ask() };
}

function push({ cookie }: Device, taken: Set<string>) {
  const referrals = Array.from({ length: ROWS_A_PUSH }, () => {
    const id = randomUUID();
    return {
      id,
      name: 'Some Body',
      email: `${id}@friends.example`,
      date: new Date().toISOString(),
    };
  });
  const { method, path } = routes.pushReferrals;
  return {
    asked: { method, path, headers: { cookie }, body: { referrals } },
    note: ({ status }: Answered) => {
      if (status === 200) for (const { id } of referrals) taken.add(id);
    },
  };
}

function check({ cookie, userId }: Device) {
  const path = requestPath(routes.checkAchievements, { params: { userId } });
  return { asked: { method: 'GET', path, headers: { cookie } } };
}

function pull(device: Device) {
  const path = requestPath(routes.pullReferrals, { query: { since: device.since } });
  return {
    asked: { method: 'GET', path, headers: { cookie: device.cookie } },
    note: ({ status, text }: Answered) => {
      if (status !== 200) return;
      const { cursor } = JSON.parse(text) as { cursor: string };
      device.since = cursor;
    },
  };
}

/** The device goes on with the new session: of a hundred a person may have, the one used longest ago ends. */
function signInAgain({ email, device }: { email: string; device: Device }) {
  return {
    asked: signInCall({ email, password: PASSWORD }),
    note: (answer: Answered) => {
      if (answer.status === 200) device.cookie = cookieOf(answer);
    },
  };
}

async function signUp(origin: string) {
  const username = `load-${randomUUID().slice(0, 13)}`;
  const email = `${username}@example.com`;
  const { method, path } = routes.signUp;
  const body = { username, email, password: PASSWORD };
  const answered = await send(origin, { method, path, headers: fromAnywhere(), body });
  const { id: userId } = JSON.parse(answered.text) as { id: string };
  const device: Device = { cookie: cookieOf(answered), userId, since: '' };
  return { email, device };
}

async function signIn(origin: string, who: { email: string; password: string }): Promise<string> {
  return cookieOf(await send(origin, signInCall(who)));
}

function signInCall(body: { email: string; password: string }): Asked {
  const { method, path } = routes.logIn;
  return { method, path, headers: fromAnywhere(), body };
}

/** Sign-ins of one address take turns, and people have addresses of their own. */
function fromAnywhere() {
  const part = () => Math.floor(Math.random() * 250) + 1;
  return { 'X-Forwarded-For': `198.${part()}.${part()}.${part()}` };
}

function cookieOf({ status, text, cookies }: Answered): string {
  if (status >= 300 || status === 0) throw new Error(`no sign-in: ${status} ${text}`);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

function raise(words: string): never {
  throw new Error(words);
}
