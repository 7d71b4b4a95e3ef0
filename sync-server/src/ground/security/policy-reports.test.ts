import { POLICY_REPORTS_PER_HOUR } from '@sunloop/shared-types/ground/policy-report.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { someAddress } from '../../test/some-address.ts';

const PAGE = 'https://sun.example';
const HOSTILE = {
  'document-uri': `${PAGE}/refer/ABCD1234?token=secret#x`,
  referrer: 'https://mail.example/inbox/ada@example.com',
  'effective-directive': 'script-src-elem',
  'original-policy': "default-src 'none'",
  'blocked-uri': 'https://evil.example:8443/steal.js?email=ada@example.com',
  'source-file': `${PAGE}/assets/base-Ab_1.js?v=ada@example.com`,
  'script-sample': 'alert("ada@example.com")',
  'line-number': 4,
};

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sql('delete from policy_refusals');
  await server.sql('delete from rate_limits');
});

const refusals = async () => (await admin.client.call(routes.securityStats)).body.refusals;

/** Sends a body as a browser does, signed in nowhere. */
function send(type: string, body: unknown, address = someAddress()): Promise<Response> {
  return fetch(server.url + routes.reportPolicy.path, {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  });
}
const report = (fields: object = {}, address?: string) =>
  send('application/csp-report', { 'csp-report': { ...HOSTILE, ...fields } }, address);

describe('A report is counted by what was refused, by whom and where', () => {
  test('and nothing else of it is stored: no query, code, text or person', async () => {
    expect((await report()).status).toBe(204);
    expect((await report()).status).toBe(204);
    expect(await refusals()).toEqual([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example:8443',
        source: '/assets/base-Ab_1.js',
        page: '/refer/…',
        count: 2,
        lastAt: expect.any(String),
      },
    ]);
    const stored = JSON.stringify(await server.sql('select * from policy_refusals'));
    expect(stored).not.toMatch(/ada@|Ada|secret|ABCD1234|mail\.example|alert|default-src/);
  });

  test('also as the Reporting API sends it, several at once, without other types', async () => {
    const body = {
      effectiveDirective: 'require-trusted-types-for',
      blockedURL: 'trusted-types-sink',
      documentURL: `${PAGE}/admin?panel=users`,
      sourceFile: null,
    };
    const sent = await send('application/reports+json', [
      { type: 'csp-violation', age: 4, url: `${PAGE}/admin`, user_agent: 'a browser', body },
      { type: 'csp-violation', body: { ...body, blockedURL: 'inline', sourceFile: `${PAGE}/x` } },
      { type: 'deprecation', body: { id: 'old', message: 'ada@example.com' } },
      { type: 'crash', body: null },
    ]);
    expect(sent.status).toBe(204);
    const common = { directive: 'require-trusted-types-for', page: '/admin', count: 1 };
    expect(await refusals()).toMatchObject([
      { ...common, blocked: 'inline', source: 'page' },
      { ...common, blocked: 'trusted-types-sink', source: '' },
    ]);
  });

  test.each([
    ['an extension', { 'source-file': 'chrome-extension', 'blocked-uri': 'inline' }],
    ['an unknown scheme', { 'source-file': 'moz-extension://0a1b-person/x.js' }],
    ['text that is no address', { 'blocked-uri': 'Ada <ada@example.com>' }],
    ['a page with a name in it', { 'document-uri': `${PAGE}/Ada-Lovelace/1` }],
  ])('%s', async (_, fields) => {
    await report(fields);
    const [only] = (await refusals()) ?? [];
    expect(JSON.stringify(only)).not.toMatch(/ada@|Ada|0a1b-person|Lovelace/);
    expect(only).toMatchObject({
      count: 1,
      page: expect.stringMatching(/^\/refer\/…$|^another page$/),
    });
  });

  test.each([
    ['no directive of ours', { 'effective-directive': 'drop-table', 'violated-directive': null }],
    ['no page', { 'document-uri': 'about' }],
  ])('%s is not counted', async (_, fields) => {
    expect((await report(fields)).status).toBe(204);
    expect(await refusals()).toEqual([]);
  });

  test('of an older browser, by the directive that its text begins with', async () => {
    const told = { 'effective-directive': undefined, 'violated-directive': "img-src 'self' data:" };
    await report(told);
    expect(await refusals()).toMatchObject([{ directive: 'img-src' }]);
  });
});

describe('Nobody can fill the table or the server by it', () => {
  test('a network has so many an hour, and the rest is refused', async () => {
    const mine = someAddress();
    const most = [...Array(POLICY_REPORTS_PER_HOUR)].map(() => report({}, mine));
    expect(new Set((await Promise.all(most)).map(({ status }) => status))).toEqual(new Set([204]));
    const refused = await report({}, mine);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await report()).status).toBe(204);
  });

  test('all networks together have so many', async () => {
    await report();
    await server.sql("update rate_limits set count = 2000 where key = 'policyReports:all:'");
    expect((await report()).status).toBe(429);
  });

  test('a day has room for 200 kinds; those that are counted go on being counted', async () => {
    await report();
    await server.sql(
      `insert into policy_refusals select (now() at time zone 'UTC')::date, 'img-src', n::text, '', '/', 1,
         now() - interval '1 hour' from generate_series(1, 199) n`,
    );
    await report({ 'blocked-uri': 'https://new.example' });
    await report();
    const kinds = await server.sql('select count(*)::int as count from policy_refusals');
    expect(kinds).toEqual([{ count: 200 }]);
    expect((await refusals())?.[0]).toMatchObject({ count: 2 });
  });

  test('a report has so many refusals that are looked at, and a body so many bytes', async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({
      type: 'csp-violation',
      body: {
        effectiveDirective: 'img-src',
        blockedURL: `https://${n}.example`,
        documentURL: PAGE,
      },
    }));
    expect((await send('application/reports+json', many)).status).toBe(204);
    const [kinds] = await server.sql('select count(*)::int as count from policy_refusals');
    expect(kinds).toEqual({ count: 19 });
    const large = await report({ 'script-sample': 'x'.repeat(64_000) });
    expect(large.status).toBe(413);
  });

  test('other sites cannot send any, and what is no report is refused', async () => {
    const headers = { 'Content-Type': 'application/csp-report', Origin: 'https://evil.example' };
    const body = JSON.stringify({ 'csp-report': HOSTILE });
    const url = server.url + routes.reportPolicy.path;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403);
    expect((await send('text/plain', {})).status).toBe(415);
    expect((await send('application/reports+json', { type: 'csp-violation' })).status).toBe(400);
    expect(await refusals()).toEqual([]);
  });
});

test('What is older than 30 days is not shown', async () => {
  await server.sql(
    `insert into policy_refusals select (now() at time zone 'UTC')::date - age, 'img-src', age::text, '', '/', 1,
       now() - make_interval(days => age) from unnest(array[29, 30]) age`,
  );
  expect(await refusals()).toMatchObject([{ blocked: '29' }]);
});
