import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { createECDH, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendDue } from '../../messages/mail/send.ts';
import { ATTESTATIONS } from '../attestations.ts';
import type { CallInput, TestClient } from '../client.ts';
import { SoftPasskey } from '../factors.ts';
import { mailTo } from '../mail-server.ts';
import { holdOutgoing, type Outgoing } from '../outgoing.ts';
import { makeCustomer, refer } from '../people.ts';
import { pushTo } from '../push-service.ts';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { someAddress } from '../some-address.ts';
import { makeWebRoot } from '../web-root.ts';

const table = Object.entries<Route>(routes) as [RouteName, Route][];
/** A name outside, a machine inside, and what a cloud tells its machines; nobody answers there. */
const URLS = [
  'https://inside.example/x',
  'http://127.0.0.1:9/x',
  'http://169.254.169.254/latest/meta-data',
] as const;
const [OUTSIDE] = URLS;

let webRoot: string;
let server: TestServer;
let world: SampleWorld;
let calls: Record<RouteName, CallInput>;
let outgoing: Outgoing;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  const push = { ...pushTo(''), mayBePrivate: false };
  server = await startTestServer({
    trustProxy: 1,
    webRoot,
    mail: { mail: mailTo(undefined), push },
  });
  world = await makeSampleWorld(server);
  calls = sampleCalls(world);
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});
beforeEach(() => {
  const ports = [server.url, server.database.url].map((url) => Number(new URL(url).port));
  outgoing = holdOutgoing(new Set(ports));
});
afterEach(() => outgoing.release());

/** Would end the sessions that the other calls need. */
const KEEPS: ReadonlySet<RouteName> = new Set([
  'logOut',
  'endOwnSessions',
  'endSessions',
  'eraseUser',
]);

/** The value with each text replaced alone, and with all of them replaced. */
function withUrl(value: unknown, url: string): unknown[] {
  const count = replaceTexts(value, () => url).count;
  const alone = Array.from(
    { length: count },
    (_, place) => replaceTexts(value, (text, at) => (at === place ? url : text)).value,
  );
  return [...alone, replaceTexts(value, () => url).value];
}

function replaceTexts(value: unknown, by: (text: string, place: number) => string) {
  let count = 0;
  const replace = (part: unknown): unknown => {
    if (typeof part === 'string') return by(part, count++);
    if (Array.isArray(part)) return part.map(replace);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, replace(inner)]));
  };
  return { value: replace(value), count };
}

const headersWith = (url: string) => ({
  'Content-Type': 'application/json',
  'X-Forwarded-For': someAddress(),
  'X-Forwarded-Host': new URL(url).host,
  Forwarded: `host=${new URL(url).host}`,
  Referer: url,
  Link: `<${url}>; rel=preload`,
  'X-Original-Url': url,
});

/** Returns how the call ended that has the address in its headers only. */
async function callWith(client: TestClient, name: RouteName, url: string): Promise<number> {
  const route: Route = routes[name];
  const { params, query, body } = calls[name];
  const { entries = {} } = (route.query ?? {}) as { entries?: object };
  const everyQuery = Object.fromEntries(Object.keys(entries).map((key) => [key, url]));
  const urlParams = replaceTexts(params ?? {}, () => url).value as Record<string, string>;
  const paths = [
    requestPath(route, { params, query }),
    requestPath(route, { params, query: everyQuery }),
    requestPath(route, { params: urlParams, query }),
  ];
  const { method } = route;
  const send = async (path: string, text?: string) => {
    const init = { method, headers: headersWith(url), ...(text !== undefined && { body: text }) };
    const answer = await client.fetch(path, init);
    await answer.text();
    return answer.status;
  };
  const [path = ''] = paths;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const [status = 0] = await inTurn(paths, (each) => send(each, text));
  const spoiled = body === undefined ? [] : withUrl(body, url);
  await inTurn(spoiled, (each) => send(path, JSON.stringify(each)));
  return status;
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

test(
  'whatever address is sent to any route, nobody is asked there',
  { tags: 'sweep' },
  async () => {
    const clients = {
      public: server.client(),
      session: world.owner.client,
      admin: world.admin.client,
    };
    const statuses = await inTurn([...table.entries()], async ([place, [name, { access }]]) => {
      const url = URLS[place % URLS.length] ?? OUTSIDE;
      return KEEPS.has(name) ? 0 : callWith(clients[access], name, url);
    });
    expect(statuses.filter((status) => status >= 200 && status < 300).length).toBeGreaterThan(60);
    for (const url of URLS)
      for (const page of ['refer', 'receipts', 'requests', 'auth', 'nowhere']) {
        const place = encodeURIComponent(url);
        const path = `/${page}/${place}?to=${place}`;
        await server.client().fetch(path, { headers: headersWith(url) });
      }
    await sendDue(server.database.orm.em.fork());
    expect(outgoing.wanted).toEqual([]);
  },
);

test.each(Object.entries(ATTESTATIONS))('nor about a passkey’s maker (%s)', async (_, attest) => {
  const { client } = await makeCustomer(server);
  const options = (await client.call(routes.passkeyOptions, { body: {} })).body;
  const credential = await new SoftPasskey(server.url).make(
    options,
    attest('http://inside.example'),
  );
  await client.refuse(routes.addPasskey, { body: { name: 'x', credential } });
  expect(outgoing.wanted).toEqual([]);
});

test('a push service is the one address from outside that is asked, and is looked up first', async () => {
  const person = await makeCustomer(server);
  const [friend = ''] = await refer(person, 1);
  const { serverKey } = (await person.client.call(routes.ownNotifications)).body;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const p256dh = ecdh.getPublicKey('base64url');
  const auth = randomBytes(16).toString('base64url');
  const body = { endpoint: OUTSIDE, p256dh, auth, serverKey };
  await person.client.call(routes.turnNotificationsOn, { body });
  const status = { params: { id: friend }, body: { status: 'contact_made' } };
  await world.admin.client.call(routes.changeReferralStatus, status);
  await sendDue(server.database.orm.em.fork());
  expect(outgoing.wanted).toEqual(['look up inside.example']);
});
