import type { OutgoingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { startTestServer } from '../server.ts';
import { type Answer, passOn, type Proxy, putBefore, without } from './front.ts';
import type { BadKinds } from './installation.ts';

const withHeaders =
  (change: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders): Proxy =>
  async (_asked, pass) => {
    const answer = await pass();
    return { ...answer, headers: change(answer.headers) };
  };

/** Keeps what it is asked for by path. */
function cacheOf(part: RegExp): Proxy {
  const kept = new Map<string, Promise<Answer>>();
  return (asked, pass) => {
    const { url = '', method } = asked;
    if (method !== 'GET' || !part.test(url)) return pass();
    const answer = kept.get(url) ?? pass();
    kept.set(url, answer);
    return answer;
  };
}

const takesBodiesTo =
  (bytes: number): Proxy =>
  async ({ text }, pass) =>
    text.length > bytes ? answerOf(413) : pass();

const answerOf = (status: number, text = 'not from Sunloop', headers = {}): Answer => ({
  status,
  headers,
  body: Buffer.from(text),
});

const says =
  (...answer: Parameters<typeof answerOf>): Proxy =>
  async () =>
    answerOf(...answer);

/** The installation behind this proxy. */
const behind = (proxy: Proxy, line: RegExp, tls?: Parameters<typeof putBefore>[2]) =>
  [
    line,
    async ({ server }: { server: { url: string } }) => ({
      url: (await putBefore(server.url, proxy, tls)).href,
    }),
  ] as const;

type Deps = Parameters<typeof startTestServer>[0];

/** Another server at PUBLIC_ORIGIN, on the same database unless it `isAlone`. */
const server = (deps: Deps, line: RegExp, { isAlone = false } = {}) =>
  [
    line,
    async ({ server: { database } }: { server: Awaited<ReturnType<typeof startTestServer>> }) => {
      const other = await startTestServer(isAlone ? deps : { database, ...deps });
      onTestFinished(() => other.close());
      return { url: other.url };
    },
  ] as const;

/** What stands between people and the server, and what PUBLIC_ORIGIN leads to. */
export const badFronts: BadKinds = {
  'nobody answers at PUBLIC_ORIGIN': [
    /^bad visit: .*does not answer/,
    () => ({ url: 'https://127.0.0.1:9' }),
  ],
  'PUBLIC_ORIGIN has no such name': [
    /^bad visit: .*does not answer/,
    () => ({ url: 'https://sun.invalid' }),
  ],
  'PUBLIC_ORIGIN is another site': behind(says(200, 'It works!'), /^bad origin: .*not Sunloop/),
  'PUBLIC_ORIGIN leads elsewhere': behind(
    says(301, '', { location: 'https://sun.invalid/' }),
    /^bad visit: \/readyz answers 301/,
  ),
  'the proxy asks for a password of its own': behind(says(401), /^bad visit: .* answers 401/),
  'the proxy does not reach the server': behind(says(502), /^bad visit: .* answers 502/),
  'people type another name than PUBLIC_ORIGIN': server(
    { publicOrigin: 'https://sun.example' },
    /^bad origin: a sign-in is refused as another site's/,
  ),
  'PUBLIC_ORIGIN is another installation': server({}, /^bad address: .*on another database/, {
    isAlone: true,
  }),
  'the server has no app': server({}, /^bad app: the server has no app: npm run build/),
  'TRUST_PROXY counts a proxy that is not there': server(
    { trustProxy: 1 },
    /^bad address: what a visitor claims in X-Forwarded-For is believed/,
  ),
  'TRUST_PROXY does not count a proxy': behind(
    passOn,
    /^bad address: 127\.0\.0\.1 arrives and not 127\.0\.7\.1.*TRUST_PROXY/,
  ),
  'the clock of the server is off': behind(
    withHeaders((headers) => ({
      ...headers,
      date: new Date(Date.now() - 60_000).toUTCString(),
    })),
    /^bad clock: that machine's is (59|6\d) s off/,
  ),
  'the proxy takes cookies of people away': behind(({ headers }, pass) => {
    delete headers.cookie;
    return pass();
  }, /^bad proxy: cookies do not get through/),
  'the proxy takes cookies of the server away': behind(
    withHeaders((headers) => without(headers, 'set-cookie')),
    /^bad proxy: cookies do not get through/,
  ),
  'the proxy keeps answers of /api': behind(
    cacheOf(/^\/api\//),
    /^bad proxy: it keeps \/api\/openapi\.json/,
  ),
  'the proxy keeps sw.js': behind(cacheOf(/^\/sw\.js/), /^bad proxy: it keeps \/sw\.js/),
  'the proxy lets browsers keep sw.js': behind(
    withHeaders((headers) => ({ ...headers, 'cache-control': 'public, max-age=31536000' })),
    /^bad proxy: it keeps \/sw\.js/,
  ),
  'the proxy takes bodies of 1 MB': behind(
    takesBodiesTo(1_048_576),
    /^bad proxy: a body of 8 MB is answered 413/,
  ),
  'the proxy takes bodies of 5 MB': behind(
    takesBodiesTo(5_242_880),
    /^bad proxy: a body of 8 MB is answered 413/,
  ),
  'the proxy knows GET and POST only': behind(
    async ({ method = '' }, pass) => (['GET', 'POST'].includes(method) ? pass() : answerOf(405)),
    /^bad proxy: it lets no PUT, PATCH, DELETE through/,
  ),
  'the proxy removes the content policy': behind(
    withHeaders((headers) => without(headers, 'content-security-policy')),
    /^bad proxy: 0 content policies/,
  ),
  'the proxy adds a content policy': behind(
    // Written otherwise, it is a header beside the server's.
    withHeaders((headers) => ({ ...headers, 'Content-Security-Policy': "default-src 'self'" })),
    /^bad proxy: 2 content policies/,
  ),
  'the proxy answers pages with one of its own': behind(
    async ({ url }, pass) => (url === '/' ? answerOf(200, 'Welcome to nginx!') : pass()),
    /^bad app: .* answers 200 with a page that is not the app's/,
  ),
  'there is no TLS': [/^bad TLS: none/, ({ server: { url } }) => ({ url })],
  'the certificate was not renewed': behind(passOn, /^bad TLS: the certificate ends in [45] days/, {
    to: 5,
  }),
  'the certificate has ended': behind(passOn, /^bad visit: .*expired/, { to: -1 }),
  'the certificate is for another name': behind(passOn, /^bad visit: .*does not match/, {
    name: 'sun.example',
  }),
  'nobody vouches for the certificate': behind(passOn, /^bad visit: .*self-signed/, {
    isTrusted: false,
  }),
  'no HSTS comes': behind(passOn, /^bad TLS: no HSTS came/, {}),
};
