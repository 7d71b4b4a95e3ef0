// @module-tag sweep
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import type { TestClient } from '../client.ts';
import { startMailServer, type MailServer } from '../mail-server.ts';
import { makeCustomer } from '../people.ts';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { scrape } from '../scrape.ts';
import type { TestServer } from '../server.ts';
import { startWorkerGroup, type WorkerGroup } from './worker-group.ts';

const TOKEN = 'a secret of the tests';
const WAIT = { timeout: 60_000, interval: 50 };
const table = Object.entries<Route>(routes) as [RouteName, Route][];

let database: TestDatabase;
let mailServer: MailServer;
let group: WorkerGroup;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  mailServer = await startMailServer();
  mailServer.refusal = () => 550;
  group = await startWorkerGroup({
    WEB_CONCURRENCY: '1',
    DATABASE_URL: database.url,
    SESSION_KEYS: 'a key of the workers',
    ADMIN_PASSWORD: 'correct horse',
    METRICS_TOKEN: TOKEN,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Sunloop <office@sunloop.example>',
    // The certificate of the mail server is its own.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    TRUST_PROXY: '1',
  });
  const sql: TestServer['sql'] = (text, params = []) =>
    database.orm.em.fork().execute(text, params);
  server = { url: group.origin, database, client: group.client, sql, close: group.stop };
});
afterAll(async () => {
  await group.stop();
  await mailServer.close();
  await database.drop();
});

/** What people typed, as far as it is in the bodies or the database; short words would be found by chance. */
class Secrets {
  readonly #words = new Set<string>();

  addFrom(value: unknown): void {
    if (Array.isArray(value)) value.forEach((item) => this.addFrom(item));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        if (typeof inner === 'string' && TYPED.test(key) && inner.length > 6)
          this.#words.add(inner);
        else this.addFrom(inner);
      }
  }

  /** Those that occur in a text, in any case, and anything else that looks like an address. */
  foundIn(text: string): string[] {
    const low = text.toLowerCase();
    const found = [...this.#words].filter((word) => low.includes(word.toLowerCase()));
    return [...found, ...(text.match(/[\w.+-]+@[\w-]+\.\w+/g) ?? [])];
  }

  get size(): number {
    return this.#words.size;
  }
}
const TYPED = /name|email|phone|address|password|token|recipient|note|reason|secret|code$/i;

/** Tables with what people typed. */
const TYPED_TABLES = [
  'users',
  'referrals',
  'quotes',
  'outgoing_messages',
  'login_attempts',
  'do_not_contact',
];

async function addStored(secrets: Secrets): Promise<void> {
  for (const name of TYPED_TABLES) {
    const rows = await server.sql<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
    expect(rows.length, name).toBeGreaterThan(0);
    secrets.addFrom(rows);
  }
}

/** Calls every route as whom it is for, with what it accepts and then with fields of the wrong form; returns the statuses. */
async function callAll(world: SampleWorld, secrets: Secrets): Promise<number[]> {
  const calls = sampleCalls(world);
  const statuses: number[] = [];
  const send = async (client: TestClient, name: RouteName, body: unknown) => {
    const route: Route = routes[name];
    const { params, query } = calls[name];
    secrets.addFrom([body, params, query]);
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `198.51.100.${(statuses.length % 150) + 100}`,
    };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = requestPath(route, { params, query });
    const answer = await client.fetch(url, { method: route.method, headers, ...given });
    await answer.text();
    statuses.push(answer.status);
  };
  for (const [name, { access }] of table) {
    if (KEEPS.has(name)) continue;
    const { body } = calls[name];
    const client = () =>
      access === 'public'
        ? server.client()
        : access === 'admin'
          ? world.admin.client
          : world.owner.client;
    await send(client(), name, body);
    if (body !== undefined) await send(client(), name, spoiled(body));
    await send(server.client(), name, body);
  }
  return statuses;
}

/** Would end the sessions that the other calls need, or leave nothing to call. */
const KEEPS: ReadonlySet<RouteName> = new Set([
  'logOut',
  'endOwnSessions',
  'endSessions',
  'eraseUser',
  'changePassword',
  'resetPassword',
  'changeUser',
  'liftDoNotContact',
]);

/** Every text with characters that its field does not take, which an answer may quote, and the log must not. */
function spoiled(body: unknown): unknown {
  if (typeof body === 'string') return `${body}\u0000 Quoted Fault <quoted.fault@example.com>`;
  if (Array.isArray(body)) return body.map(spoiled);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, spoiled(value)]));
}

/** The lines of the log that may be judged once all of them are written. */
async function wholeLog(client: TestClient): Promise<string> {
  const id = (await client.fetch('/api/rewards/levels')).headers.get('x-request-id') ?? '';
  await expect.poll(() => group.lines.some((line) => line.includes(id)), WAIT).toBe(true);
  return group.lines.filter((line) => line.startsWith('{')).join('\n');
}

test('the log of a full run names nobody, whatever is called and whatever goes wrong', async () => {
  const secrets = new Secrets();
  const world = await makeSampleWorld(server);
  secrets.addFrom([world.owner.user, world.admin.user]);
  const well = await callAll(world, secrets);
  expect(well.filter((status) => status < 400).length).toBeGreaterThan(60);
  expect(well.filter((status) => status === 400).length).toBeGreaterThan(20);
  await addStored(secrets);
  // A message is refused by the mail server, which quotes the address.
  await expect
    .poll(() => group.lines.some((line) => line.includes('a message was not sent')), WAIT)
    .toBe(true);

  // The database refuses what is written, and quotes the row.
  for (const name of TYPED_TABLES)
    await server.sql(`alter table ${name} add constraint broken check (false) not valid`);
  const refused = await callAll(world, secrets);
  expect(refused.filter((status) => status === 500).length).toBeGreaterThan(10);
  for (const name of TYPED_TABLES) await server.sql(`alter table ${name} drop constraint broken`);

  // What is asked for is gone, and the error quotes the question.
  await server.sql('alter table referrals rename column phone to gone');
  await server.sql('alter table quotes rename column email to gone');
  await server.sql('alter table login_attempts rename column email to gone');
  const gone = await callAll(world, secrets);
  expect(gone.filter((status) => status === 500).length).toBeGreaterThan(10);

  const { client } = await makeCustomer(server).catch(() => ({ client: world.owner.client }));
  const log = await wholeLog(client);
  expect(log).toContain('request failed');
  expect(secrets.size).toBeGreaterThan(50);
  const telling = log.split('\n').filter((line) => secrets.foundIn(line).length > 0);
  expect(telling).toEqual([]);
  expect(secrets.foundIn((await scrape(group.origin, TOKEN)).text)).toEqual([]);
});
