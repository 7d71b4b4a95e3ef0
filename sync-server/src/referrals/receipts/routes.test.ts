import { sign } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  readReceipt,
  RECEIPT_KEYS_PATH,
  type ReceiptKey,
} from '@sunloop/shared-types/referrals/receipts.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { compactVerify, createLocalJWKSet, createRemoteJWKSet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { someAddress } from '../../test/some-address.ts';
import { makeWebRoot } from '../../test/web-root.ts';
import { addKey, keysOf } from '../../ground/keys/service.ts';

let webRoot: string;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  server = await startTestServer({ webRoot, trustProxy: 1 });
  admin = await makeAdmin(server);
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const ask = async ({ client }: TestPerson, ids: readonly string[]) =>
  (await client.call(routes.receipts, { body: { ids } })).body;

/** A person, somebody they referred, and its receipt. */
async function withReceipt() {
  const person = await makeCustomer(server);
  const [id = ''] = await refer(person, 1);
  const { receipts, keys } = await ask(person, [id]);
  const text = receipts[0] ?? expect.fail('no receipt');
  const receipt = readReceipt(text) ?? expect.fail('not readable');
  return { person, id, text, keys, receipt };
}

async function isGenuine(text: string, keys: readonly ReceiptKey[]): Promise<boolean> {
  const set = createLocalJWKSet({ keys: [...keys] });
  return compactVerify(text, set).then(
    () => true,
    () => false,
  );
}

const fromSomewhere = () => ({ 'X-Forwarded-For': someAddress() });

async function open(path: string, headers: Record<string, string> = fromSomewhere()) {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, html: await response.text(), response };
}

async function paste(receipt: string, headers: Record<string, string> = fromSomewhere()) {
  const body = new URLSearchParams({ receipt });
  const response = await fetch(`${server.url}/receipts`, { method: 'POST', headers, body });
  return { status: response.status, html: await response.text() };
}

test('a receipt is signed, says when the referral was taken and received, and is the same ever after', async () => {
  const { person, id, text, keys, receipt } = await withReceipt();
  expect(await isGenuine(text, keys)).toBe(true);
  const [row] = (await person.client.call(routes.listReferrals)).body;
  expect(receipt).toMatchObject({
    referralId: id,
    takenAt: row?.date,
    receivedAt: row?.createdAt,
  });
  expect((await ask(person, [id])).receipts).toEqual([text]);
  expect((await ask(admin, [id])).receipts).toEqual([text]);
});

test('a list of 500 comes at once, those that are there once', async () => {
  const person = await makeCustomer(server);
  const ids = await refer(person, 500);
  const [one, other] = await Promise.all([ask(person, ids), ask(person, ids.toReversed())]);
  expect(one.receipts).toHaveLength(500);
  expect(other.receipts).toEqual(one.receipts);
  expect(new Set(one.receipts.map((text) => readReceipt(text)?.code)).size).toBe(500);
  const refused = await person.client.refuse(routes.receipts, {
    body: { ids: [...ids, ids[0] ?? ''] },
  });
  expect(refused.status).toBe(400);
});

test('nobody gets another’s receipt, nor learns whether there is such a referral', async () => {
  const { id } = await withReceipt();
  const stranger = await makeCustomer(server);
  expect((await ask(stranger, [id])).receipts).toEqual([]);
  const [own = ''] = await refer(stranger, 1);
  const both = (await ask(stranger, [id, own])).receipts;
  expect(both.map((text) => readReceipt(text)?.referralId)).toEqual([own]);
});

test('after a rotation new receipts are signed by the new key, and the old ones stay as they are', async () => {
  const { person, id, text, receipt } = await withReceipt();
  const newer = await addKey(server.database.orm.em.fork(), 'receipt');
  const [later = ''] = await refer(person, 1);
  const { receipts, keys } = await ask(person, [id, later]);
  expect(receipts).toContain(text);
  expect(receipts.map((one) => readReceipt(one)?.keyId).toSorted()).toEqual(
    [receipt.keyId, newer.id].toSorted(),
  );
  for (const one of receipts) expect(await isGenuine(one, keys)).toBe(true);
  expect((await paste(text)).status).toBe(200);
});

test('the public keys are at a well-known path, without what signs', async () => {
  const { keys } = await withReceipt();
  const response = await fetch(server.url + RECEIPT_KEYS_PATH);
  expect(response.headers.get('Content-Type')).toMatch('application/json');
  expect(await response.json()).toEqual({ keys });
  const stored = await keysOf(server.database.orm.em.fork(), 'receipt');
  expect(keys.map(({ kid }) => kid)).toEqual(stored.map(({ id }) => id));
  expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(['crv', 'kid', 'kty', 'x']);
});

test('a stranger verifies a receipt with a library and the published keys alone', async () => {
  const { id, text } = await withReceipt();
  const published = createRemoteJWKSet(new URL(RECEIPT_KEYS_PATH, server.url));
  const { payload, protectedHeader } = await compactVerify(text, published);
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ referralId: id });
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'sunloop-receipt' });
  const altered = text.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`);
  await expect(compactVerify(altered, published)).rejects.toThrow('signature verification failed');
});

test('with the code anybody reads what was certified, and nobody’s name', async () => {
  const { person, id, receipt } = await withReceipt();
  const { status, html, response } = await open(`/receipts/${receipt.code.toLowerCase()}`);
  expect(status).toBe(200);
  expect(html).toContain('This receipt is valid.');
  for (const part of [receipt.code, id, receipt.keyId]) expect(html).toContain(part);
  const secrets = [person.user.username, person.user.email, 'Friend 1', receipt.personHash];
  for (const secret of secrets) expect(html).not.toContain(secret);
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  expect((await open(`/receipts?code=+${receipt.code}+`)).html).toContain('is valid.');
});

test('a code nobody has is told as such, 60 times an hour', async () => {
  const headers = fromSomewhere();
  const { receipt } = await withReceipt();
  for (let tries = 0; tries < 60; tries += 1)
    expect((await open('/receipts/0000000000', headers)).status).toBe(404);
  const { status, response } = await open(`/receipts/${receipt.code}`, headers);
  expect([status, response.headers.has('Retry-After')]).toEqual([429, true]);
  expect((await open(`/receipts/${receipt.code}`)).status).toBe(200);
});

test('a whole receipt is verified, also as it comes out of a mail', async () => {
  const { text, receipt } = await withReceipt();
  const { status, html } = await paste(`\n ${text.replaceAll(/.{70}/g, '$&\r\n')} \n`);
  expect(status).toBe(200);
  expect(html).toContain('This receipt is genuine');
  expect(html).toContain(receipt.personHash);
});

test('with any one sign altered it is not genuine', async () => {
  const { text } = await withReceipt();
  const other = (sign: string) => (sign === 'A' ? 'B' : sign === '0' ? '1' : 'A');
  const digit = (sign: string) => (/\d/.test(sign) ? String((Number(sign) + 1) % 10) : other(sign));
  const headers = fromSomewhere();
  // Every eleventh, and the last one, of which only two bits count.
  const places = [...text].flatMap((_, at) => (at % 11 === 0 || at === text.length - 1 ? at : []));
  expect(places.length).toBeLessThan(60);
  for (const at of places) {
    const altered = text.slice(0, at) + digit(text[at] ?? '') + text.slice(at + 1);
    expect([at, (await paste(altered, headers)).status]).toEqual([at, 400]);
  }
});

test('what is signed by a key that is none of ours is not genuine', async () => {
  const { text } = await withReceipt();
  const [theirs] = await server.sql<{ id: string }>(
    "select id from server_keys where kind = 'handover' union select 'ffffffff' limit 1",
  );
  const [, payload, signature] = text.split('.');
  const header = { typ: 'sunloop-receipt', alg: 'EdDSA', kid: theirs?.id };
  const altered = Buffer.from(JSON.stringify(header)).toString('base64url');
  expect((await paste(`${altered}.${payload}.${signature}`)).status).toBe(400);
  expect((await paste(text)).status).toBe(200);
});

test('a receipt that a build before 0.1.0 gave is verified, too', async () => {
  const { receipt } = await withReceipt();
  const [key] = await keysOf(server.database.orm.em.fork(), 'receipt');
  const { code, referralId, personHash, takenAt, receivedAt, termsAt } = receipt;
  const words = [code, referralId, personHash, takenAt, receivedAt, termsAt, key?.id];
  const signed = ['Sunloop-Receipt-1', ...words].join(' ');
  const signature = sign(null, Buffer.from(signed), key?.privateKey ?? '').toString('base64url');
  expect((await paste(`${signed}\r\n${signature}`)).html).toContain('This receipt is genuine');
  expect((await paste(`${signed.replace(':', ';')} ${signature}`)).status).toBe(400);
  const later = signed.replace(receivedAt, new Date(0).toISOString());
  expect((await paste(`${later} ${signature}`)).status).toBe(400);
});

test('a friend who was forgotten leaves a receipt without a hash of them', async () => {
  const { person, id, text, receipt } = await withReceipt();
  const [other = ''] = await refer(person, 1);
  await person.client.call(routes.forgetFriend, { params: { id } });
  await person.client.call(routes.forgetFriend, { params: { id: other } });
  expect((await ask(person, [id, other])).receipts).toEqual([]);
  expect((await open(`/receipts/${receipt.code}`)).html).toContain('is valid.');
  expect((await paste(text)).status).toBe(200);
  const rows = await server.sql(
    'select person_hash from receipts where referral_id = any(array[?, ?]::uuid[])',
    [id, other],
  );
  expect(rows).toEqual([{ person_hash: null }]);
});

test('receipts outlive their referrer, who was erased, and their referral, which was deleted', async () => {
  const [erased, deleted] = [await withReceipt(), await withReceipt()];
  await admin.client.call(routes.eraseUser, { params: { id: erased.person.user.id } });
  await admin.client.call(routes.deleteReferral, { params: { id: deleted.id } });
  for (const { receipt, text } of [erased, deleted]) {
    expect((await open(`/receipts/${receipt.code}`)).status).toBe(200);
    expect((await paste(text)).status).toBe(200);
  }
  const [row] = await server.sql('select person_hash from receipts where referral_id = ?', [
    erased.id,
  ]);
  expect(row).toEqual({ person_hash: null });
});

test('the file of one’s data has the receipts', async () => {
  const { person, text } = await withReceipt();
  const { receipts } = (await person.client.call(routes.exportAccount)).body;
  expect(receipts).toEqual([text]);
});

test('without a database the pages say so', async () => {
  const broken = await startTestServer({ webRoot });
  await broken.sql('alter table receipts rename to lost_receipts');
  const response = await fetch(`${broken.url}/receipts/0000000000`);
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('cannot be looked up right now'),
  ]);
  await broken.close();
});
