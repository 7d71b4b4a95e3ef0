import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v5 as uuidv5 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AROUND_CODES } from '../../test/around-codes.ts';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { makeWebRoot } from '../../test/web-root.ts';

const ORIGIN = 'https://referrals.example.com';

let webRoot: string;
let server: TestServer;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  server = await startTestServer({ webRoot });
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const open = (target: string, headers = {}) => fetch(`${server.url}${target}`, { headers });

/** What a preview and a tab show. */
const titlesOf = (html: string) =>
  [/<title>(.*?)<\/title>/, /property="og:title" content="(.*?)"/].map(
    (pattern) => pattern.exec(html)?.[1],
  );

async function makeReferrer(username: string) {
  const { user, client } = await makeCustomer(server);
  await client.call(routes.changeProfile, { body: { username } });
  return user;
}

describe('the page of a referral link', () => {
  test('says whose link it is to previews and search engines', async () => {
    const { referralCode } = await makeReferrer('Ana Sol');
    const response = await open(`/refer/${referralCode?.toLowerCase()}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(html).toContain('<title>Ana invites you to go solar · Sunloop</title>');
    expect(html).toContain(`<link rel="canonical" href="${server.url}/refer/${referralCode}" />`);
    expect(html).toContain(`<meta property="og:image" content="${server.url}/link-preview.png" />`);
    expect(html).toContain('<meta name="sunloop:referrer" content="Ana" />');
    expect(html).toContain('<meta name="sunloop:phone" content="+1 800 555 0142" />');
    expect(html).toContain('<meta name="sunloop:email" content="help@example.com" />');
    expect(html).toContain(`From Ana (${referralCode})`);
    expect(html).toContain('Call +1 800 555 0142 (+18005550142) or help@example.com');
    expect(html).not.toContain('Only ');
    expect(html).toContain('the app</body>');
    expect(html).not.toContain('Ana Sol');
    expect(html).toContain('<meta name="robots" content="noindex" />');
  });

  test.each([
    ...AROUND_CODES.map(encodeURIComponent),
    '*/',
    '*//',
    '*%20',
    '*)/',
    '*/)',
    '/*',
    '*%E2%80',
    '*&utm_source=chat',
  ])('is found under a link copied as %s', async (around) => {
    const { referralCode } = await makeReferrer(`Ana ${randomUUID()}`);
    const html = await (await open(`/refer/${around.replace('*', referralCode ?? '')}`)).text();
    expect(html).toContain('<meta name="sunloop:referrer" content="Ana" />');
    expect(html).toContain(`<link rel="canonical" href="${server.url}/refer/${referralCode}" />`);
  });

  test('uses the public origin for absolute addresses', async () => {
    const { referralCode } = await makeReferrer('Bea Origin');
    const { database } = server;
    const behind = await startTestServer({ webRoot, database, publicOrigin: ORIGIN });
    const html = await (await fetch(`${behind.url}/refer/${referralCode}`)).text();
    await behind.close();
    expect(html).toContain(`<meta property="og:url" content="${ORIGIN}/refer/${referralCode}" />`);
    expect(html).toContain(`content="${ORIGIN}/link-preview.png"`);
  });

  test('never lets a name be anything but text', async () => {
    const { referralCode } = await makeReferrer(`"><script>$&'</script> Eve`);
    const html = await (await open(`/refer/${referralCode}`)).text();
    expect(html).not.toContain('<script>');
    expect(html).toContain('content="&quot;&gt;&lt;script&gt;$&amp;&#39;&lt;/script&gt;"');
  });

  test.each([
    'evil.example',
    'https://evil.example/win',
    'www.evil.com Prize',
    'me@evil.example',
    'evil．com',
    'evil。com',
    '203.0.113.9',
    'evil.рф',
    'evil.com/\u2060x',
    'evil\\x',
  ])('does not put the address %s in the title', async (username) => {
    const { referralCode, id } = await makeReferrer(`t-${randomUUID().slice(0, 8)}`);
    // Stored names may be older than the current rule for names.
    const em = server.database.orm.em.fork();
    await em.execute('update users set username = ? where id = ?', [username, id]);
    const html = await (await open(`/refer/${referralCode}`)).text();
    expect(titlesOf(html)).toEqual(Array(2).fill('Your free solar consultation · Sunloop'));
    expect(html).toContain(`/refer/${referralCode}" />`);
  });

  test.each(['J.R.', "O'Brien", '李小龍', 'Zoë-Marie'])('greets %s', async (name) => {
    const { referralCode } = await makeReferrer(`${name} ${randomUUID().slice(0, 8)}`);
    const html = await (await open(`/refer/${referralCode}`)).text();
    expect(html).toContain(`content="${name.replace("'", '&#39;')} invites you to go solar`);
  });

  test('is stored by no shared cache and not sent again to a client that has it', async () => {
    const { referralCode } = await makeReferrer('Cleo Cache');
    const first = await open(`/refer/${referralCode}`);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache, no-transform');
    const tag = first.headers.get('ETag') ?? '';
    const again = await open(`/refer/${referralCode}`, { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each(['/refer/NOBODY00', '/refer/%E0%A4%A', '/refer/a%00b', '/refer/NOBODY00/'])(
    'opens without a name for %s, and is not indexed',
    async (target) => {
      const response = await open(target);
      const html = await response.text();
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([
        200,
        'no-cache, no-transform',
      ]);
      expect(html).toContain('<title>Your free solar consultation · Sunloop</title>');
      expect(html).toContain('<meta name="robots" content="noindex" />');
      expect(html).toContain('<meta name="sunloop:referrer" content="" />');
    },
  );

  test.each(['%2E', ')', '%E2%80%9D,', '%E2%80%8B', '%20thanks', '!/'])(
    'greets by a link that a chat ended with %s, and names the link without it',
    async (end) => {
      const { referralCode } = await makeReferrer(`Chat ${randomUUID().slice(0, 8)}`);
      const html = await (await open(`/refer/${referralCode}${end}`)).text();
      expect(html).toContain('<meta name="sunloop:referrer" content="Chat" />');
      expect(html).toContain(`/refer/${referralCode}"`);
    },
  );

  test('keeps the name of an inactive user to itself', async () => {
    const user = await makeReferrer('Ida Inactive');
    const em = server.database.orm.em.fork();
    await em.execute(`update users set is_active = 'false' where id = ?`, [user.id]);
    const html = await (await open(`/refer/${user.referralCode}`)).text();
    expect(html).not.toContain('Ida');
  });
});

describe('its form, sent without the app', () => {
  const FRIEND = { name: 'Fay Friend', phone: '520-555-0188', address: '', message: '' };
  const post = (code: string, fields: Record<string, string>, headers = {}) =>
    fetch(`${server.url}/refer/${code}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
  const quotesOf = (email: string) =>
    server.sql<{ status: string }>('select status from quotes where email = ?', [email]);

  test('asks for a quote once, however often it is sent', async () => {
    const { referralCode } = await makeReferrer('Gus Form');
    const fields = { ...FRIEND, email: `${randomUUID()}@example.com` };
    for (const _ of [1, 2]) {
      const answer = await post(referralCode ?? '', fields);
      const html = await answer.text();
      expect([answer.status, html.includes('Thank you')]).toEqual([200, true]);
      expect(html).not.toContain('<script');
    }
    expect(await quotesOf(fields.email)).toEqual([{ status: 'converted' }]);
  });

  test('is found at an address that nobody computes from what was typed', async () => {
    const { referralCode } = await makeReferrer('Ida Form');
    const fields = { ...FRIEND, email: `${randomUUID()}@example.com` };
    await post(referralCode ?? '', fields);
    const [row] = await server.sql<{ id: string }>('select id from quotes where email = ?', [
      fields.email,
    ]);
    const texts = [fields.name, fields.email, fields.phone, fields.address, fields.message];
    const days = [0, 1].map((ago) => new Date(Date.now() - ago * 86_400_000));
    const guesses = days.map((day) =>
      uuidv5(JSON.stringify([day.toISOString().slice(0, 10), referralCode, ...texts]), uuidv5.URL),
    );
    expect(guesses).not.toContain(row?.id);
    expect((await open(`/requests/${row?.id}`)).status).toBe(200);
  });

  test('comes back with what is wrong and all that was typed', async () => {
    const answer = await post('NOBODY00', { ...FRIEND, email: 'fay"><b>' });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('Please enter a valid email');
    expect(html).toContain('value="fay&quot;&gt;&lt;b&gt;"');
  });

  test('comes back with its text if too many were sent from there', async () => {
    const send = () => post('NOBODY00', { ...FRIEND, email: `${randomUUID()}@example.com` });
    let last = await send();
    for (let sent = 0; sent < 100 && last.status === 200; sent += 1) last = await send();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await last.text()).toContain('Too many attempts');
  });

  test('is not taken from another site, nor without bounds', async () => {
    const fields = { ...FRIEND, email: `${randomUUID()}@example.com` };
    const foreign = await post('NOBODY00', fields, { Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const endless = await post('NOBODY00', { ...fields, message: 'x'.repeat(3_000_000) });
    expect(endless.status).toBe(413);
    expect(await quotesOf(fields.email)).toEqual([]);
  });
});
