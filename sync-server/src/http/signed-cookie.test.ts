import Koa from 'koa';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestState } from './context.ts';
import { signedCookieReader } from './signed-cookie.ts';

/** An app that signs by these keys, newest first: `/set` gives the cookie, any other path reads it. */
async function listen(keys: string[]) {
  const app = new Koa<RequestState>({ keys });
  const read = signedCookieReader('seat', keys);
  app.use((ctx) => {
    if (ctx.path === '/set') ctx.cookies.set('seat', 'window', { signed: true });
    ctx.body = read(ctx) ?? 'nobody';
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchWith = (path: string, cookie: string) =>
    fetch(url + path, { headers: { Cookie: cookie } });
  return { fetchWith, close: () => server.close() };
}
type Listening = Awaited<ReturnType<typeof listen>>;

let before: Listening;
let after: Listening;
let cookie: string;
beforeAll(async () => {
  before = await listen(['first key']);
  after = await listen(['second key', 'first key']);
  const set = (await before.fetchWith('/set', '')).headers.getSetCookie();
  cookie = set.map((line) => line.split(';')[0]).join('; ');
});
afterAll(() => {
  before.close();
  after.close();
});

test('what Koa signed is read', async () => {
  expect(await (await before.fetchWith('/', cookie)).text()).toBe('window');
});

test('what an older key signed is read and signed anew', async () => {
  const answer = await after.fetchWith('/', cookie);
  expect(await answer.text()).toBe('window');
  expect(answer.headers.getSetCookie()[0]).toMatch(/^seat\.sig=/);
});

test.each([
  ['another value', (given: string) => given.replace('window', 'aisle')],
  ['another signature', (given: string) => given.replace(/sig=..../, 'sig=AAAA')],
  ['a longer signature', (given: string) => `${given}AAAA`],
  ['no signature', () => 'seat=window'],
  ['nothing', () => ''],
])('%s is nobody’s', async (_, forge) => {
  expect(await (await before.fetchWith('/', forge(cookie))).text()).toBe('nobody');
});
