import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { routes } from '@sunloop/shared-types/routes.ts';
import { ownRequestPath, type QuoteReceipt } from '@sunloop/shared-types/visitors/quotes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { someAddress } from '../../test/some-address.ts';
import { makeWebRoot } from '../../test/web-root.ts';

let webRoot: string;
let server: TestServer;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  server = await startTestServer({ webRoot, trustProxy: 1 });
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const FRIEND = { name: 'Nia Roof', phone: '520-555-0188' };

async function ask(referralCode: string | null, email = `${randomUUID()}@example.com`) {
  const response = await fetch(`${server.url}/api/quotes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress() },
    body: JSON.stringify({ ...FRIEND, email, referralCode }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as QuoteReceipt;
}

async function open(id: string) {
  const response = await fetch(server.url + ownRequestPath(id));
  return { status: response.status, text: await response.text(), response };
}

function sendPhone(id: string, phone: string, headers = {}) {
  return fetch(server.url + ownRequestPath(id), {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: server.url, 'X-Forwarded-For': someAddress(), ...headers },
    body: new URLSearchParams({ phone }),
  });
}

const setStatus = (id: string, status: string) =>
  server.sql(
    `update referrals set status = ? where id = (select referral_id from quotes where id = ?)`,
    [status, id],
  );

test('the answer to a request names the day by which we usually call', async () => {
  const { user } = await makeCustomer(server);
  const { id, callBy } = await ask(user.referralCode);
  const { status, text, response } = await open(id);
  expect(status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform');
  const inTwoDays = new Date();
  inTwoDays.setDate(inTwoDays.getDate() + 2);
  expect(callBy).toBe(new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(inTwoDays));
  const weekday = inTwoDays.toLocaleDateString('en-US', { weekday: 'long' });
  expect(text).toContain(`submitted: 520-555-0188 by ${weekday}, `);
  expect(text).toContain('noindex');
  expect(text).not.toContain('Nia');
});

test('a request is followed through every status of its own referral', async () => {
  const { user } = await makeCustomer(server);
  const { id } = await ask(user.referralCode);
  for (const stand of ['contact_made', 'in_progress']) {
    await setStatus(id, stand);
    expect((await open(id)).text).toContain(`${stand}: `);
  }
  await server.sql(`update quotes set status = 'closed' where id = ?`, [id]);
  expect((await open(id)).text).toContain('closed: ');
});

test('who asks in the name of somebody referred before learns nothing of them', async () => {
  const { user } = await makeCustomer(server);
  const email = `${randomUUID()}@example.com`;
  const first = await ask(user.referralCode, email);
  await setStatus(first.id, 'in_progress');
  const second = await ask(user.referralCode, email);
  expect((await open(second.id)).text).toContain('submitted: ');
  expect((await sendPhone(second.id, '602-555-0100')).status).toBe(303);
  const [referral] = await server.sql(
    'select r.phone from referrals r join quotes q on q.referral_id = r.id where q.id = ?',
    [first.id],
  );
  expect(referral).toEqual({ phone: '520-555-0188' });
});

test('another number is called, also about the referral, until somebody has called', async () => {
  const { user } = await makeCustomer(server);
  const { id } = await ask(user.referralCode);
  const answer = await sendPhone(id, ' 602-555-0177 ');
  expect(answer.status).toBe(303);
  expect(answer.headers.get('Location')).toBe(ownRequestPath(id));
  const stored = () =>
    server.sql(
      `select q.phone, r.phone as of_referral
       from quotes q join referrals r on r.id = q.referral_id where q.id = ?`,
      [id],
    );
  const changed = [{ phone: '602-555-0177', of_referral: '602-555-0177' }];
  expect(await stored()).toEqual(changed);

  await setStatus(id, 'contact_made');
  const late = await sendPhone(id, '602-555-0199');
  expect(late.status).toBe(409);
  expect(await late.text()).toContain('contact_made: ');
  expect(await stored()).toEqual(changed);
});

test('what is no number is refused with the form and a reason', async () => {
  const { id } = await ask(null);
  const answer = await sendPhone(id, '  ');
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('refused: 520-555-0188');
  expect((await sendPhone(id, '602-555-0199', { Origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect((await open(id)).text).toContain('submitted: 520-555-0188');
});

test('a request that is not there says so, and so does a path that is none', async () => {
  const missing = await open(randomUUID());
  expect(missing.status).toBe(404);
  expect(missing.text).toContain('unknown: ');
  expect((await sendPhone(randomUUID(), '602-555-0199')).status).toBe(404);
  const none = await fetch(`${server.url}/requests/none`, { headers: { Accept: 'text/html' } });
  expect(none.status).toBe(404);
});

/** What the account of a newcomer with this email follows, who signed up where these requests were made. */
async function followedBy(email: string, requestIds: readonly string[]) {
  const { client, user } = await makeCustomer(server, { email, requestIds });
  const { body } = await client.call(routes.currentUser);
  return { client, user, requestId: body.requestId };
}

test('whoever signs up where they asked follows the newest request in their account', async () => {
  const { user } = await makeCustomer(server);
  const email = `${randomUUID()}@example.com`;
  const first = await ask(user.referralCode, email);
  const second = await ask(null, email.toUpperCase());
  const own = await followedBy(email, [first.id, second.id]);
  expect(own.requestId).toBe(second.id);
  await server.sql(`update quotes set status = 'closed' where id = ?`, [second.id]);
  const { body } = await own.client.call(routes.currentUser);
  expect(body.requestId).toBe(first.id);
});

test('nobody follows what somebody else asked for, or has the account of', async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await ask(null, email);
  // On the same device, under another email.
  expect((await followedBy(`${randomUUID()}@example.com`, [id])).requestId).toBeUndefined();
  // With the email, but without the request.
  expect((await followedBy(email, [randomUUID()])).requestId).toBeUndefined();
  // Once it is somebody's, nobody else takes it.
  const other = `${randomUUID()}@example.com`;
  const taken = await ask(null, other);
  const { user } = await makeCustomer(server);
  await server.sql('update quotes set owner_id = ? where id = ?', [user.id, taken.id]);
  expect((await followedBy(other, [taken.id])).requestId).toBeUndefined();
});

test('a followed request is in the person’s file under any email, and is erased with them', async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await ask(null, email);
  const { client, user } = await followedBy(email, [id]);
  await client.call(routes.changeProfile, { body: { email: `${randomUUID()}@example.com` } });
  const { body } = await client.call(routes.exportAccount);
  expect(body.quotes.map((quote) => quote.id)).toEqual([id]);
  const admin = await makeAdmin(server);
  await admin.client.call(routes.eraseUser, { params: { id: user.id } });
  const [row] = await server.sql('select name, phone, owner_id from quotes where id = ?', [id]);
  expect(row).toEqual({ name: 'Erased person', phone: '', owner_id: null });
});
