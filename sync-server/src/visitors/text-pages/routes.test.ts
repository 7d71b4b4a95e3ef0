import { rm } from 'node:fs/promises';
import { routes } from '@sunloop/shared-types/routes.ts';
import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import {
  TEXT_PAGES,
  textPageKey,
  textPagePath,
} from '@sunloop/shared-types/visitors/text-pages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { makeWebRoot } from '../../test/web-root.ts';

let webRoot: string;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  server = await startTestServer({ webRoot });
  admin = await makeAdmin(server);
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const open = (path: string, headers = {}) => fetch(server.url + path, { headers });
const change = (key: string, value: string) => ({ params: { key }, body: { value } });

test('A sum in the terms is written as money is', async () => {
  expect(await (await open('/terms')).text()).toContain('before we pay $2,000 or more');
});

test.each(TEXT_PAGES)('%s is a page for everybody', async (title) => {
  const path = textPagePath(title);
  const response = await open(path);
  const html = await response.text();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(`<title>${title} · Sunloop</title>`);
  expect(html).not.toMatch(/[{}]|<script/);
  expect((await open(`${path}/`)).status).toBe(200);
  const tag = response.headers.get('ETag') ?? '';
  expect((await open(path, { 'If-None-Match': tag })).status).toBe(304);
});

test('The first privacy page names how long things are kept as the settings say it', async () => {
  const keys = ['retention.sign_in_attempts_days', 'retention.settled_quotes_days'];
  await admin.client.call(routes.changeSetting, change(keys[0] ?? '', '47'));
  const html = await (await open('/privacy')).text();
  expect(html).toContain('network address and browser, for 47 days');
  expect(html).toContain('is deleted 365 days after it was settled');
  expect(html).toContain('Last changed');
});

test.each([
  ['America/New_York', 'Thursday, December 31'],
  ['UTC', 'Friday, January 1'],
])('A page was last changed on the day of an office in %s', async (zone, day) => {
  await admin.client.call(routes.changeSetting, change(TIME_ZONE_SETTING, zone));
  const sql = `update system_settings set updated_at = '2027-01-01T01:00:00Z' where key = ?`;
  await server.sql(sql, [textPageKey('Privacy')]);
  expect(await (await open('/privacy')).text()).toContain(`Last changed ${day}`);
});

test('A text an admin wrote is shown, letters of HTML as letters', async () => {
  const text = '# Ours\nHello <b>you</b>\n\n- [Call](tel:+15550100)';
  const { body } = await admin.client.call(routes.changeSetting, change('pages.terms', text));
  expect(body.value).toBe(text);
  const html = await (await open('/terms')).text();
  expect(html).toContain('<h2>Ours</h2>\n<p>Hello &lt;b&gt;you&lt;/b&gt;</p>');
  expect(html).toContain('<ul><li><a href="tel:+15550100">Call</a></li></ul>');
  const lines = await server.sql(
    `select details from audit_logs where action = 'setting.change' and entity_id = ?`,
    [body.id],
  );
  expect(lines).toEqual([{ details: expect.stringMatching(/^pages\.terms: \d+ characters → 48/) }]);
});

test.each([
  ['kept for {retention.never} days', 'There is no setting'],
  ['[x](javascript:alert(1))', 'must begin with'],
  ['x'.repeat(20_001), 'at most 20000'],
])('A text that cannot be shown is refused (%#)', async (text, words) => {
  const input = change('pages.accessibility', text);
  const { status, body } = await admin.client.refuse(routes.changeSetting, input);
  expect([status, body.fields?.['value']]).toEqual([400, expect.stringContaining(words)]);
});

test('If its text cannot be read, the page says so', async () => {
  const broken = await startTestServer({ webRoot });
  await broken.sql('alter table system_settings rename to lost_settings');
  const response = await fetch(`${broken.url}/privacy`);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([
    500,
    'no-store, no-transform',
  ]);
  expect(await response.text()).toContain('cannot be shown right now');
  await broken.close();
});

test('security.txt names whom to tell, until when, and itself', async () => {
  const response = await open('/.well-known/security.txt');
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  const lines = (await response.text()).trim().split('\n');
  const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
  expect(lines).toContain('Contact: mailto:help@example.com');
  expect(lines).toContain(`Canonical: ${server.url}/.well-known/security.txt`);
  expect(expires).toBeGreaterThan(Date.now());
});
