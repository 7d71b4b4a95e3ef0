import { rm } from 'node:fs/promises';
import { OPEN_PICTURE_MAX } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { avatarOf, PICTURES } from '../../test/pictures.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { makeWebRoot } from '../../test/web-root.ts';

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

const change = ({ client }: TestPerson, body: object) =>
  client.call(routes.changeProfile, { body });
const pathOf = ({ user }: TestPerson) => `/pictures/${user.referralCode}`;
const open = (path: string, headers = {}) => fetch(server.url + path, { headers });

/** Whether visitors see a picture: by its address, on the page, and as the app asks. */
async function isShown(person: TestPerson): Promise<boolean[]> {
  const page = await (await open(`/refer/${person.user.referralCode}`)).text();
  const asked = await open(`/api/refer/${person.user.referralCode}`);
  const { hasPicture = false } = (await asked.json()) as { hasPicture?: boolean };
  const { status } = await open(pathOf(person));
  return [status === 200, page.includes(`<img src="${pathOf(person)}">`), hasPicture];
}
const SHOWN = [true, true, true];
const HIDDEN = [false, false, false];

async function makeOpen(): Promise<TestPerson> {
  const person = await makeCustomer(server);
  await change(person, { avatar: avatarOf('png', PICTURES.png), showsPicture: true });
  return person;
}

test('a picture is shown to visitors only while its person allows it', async () => {
  const person = await makeCustomer(server);
  await change(person, { avatar: avatarOf('png', PICTURES.png) });
  expect(await isShown(person)).toEqual(HIDDEN);
  const { body } = await change(person, { showsPicture: true });
  expect(body.showsPicture).toBe(true);
  expect(await isShown(person)).toEqual(SHOWN);
  await change(person, { showsPicture: false });
  expect(await isShown(person)).toEqual(HIDDEN);
  const lines = await server.sql(
    `select changes from audit_logs where entity_id = ? and action = 'user.change_profile' order by created_at`,
    [person.user.id],
  );
  expect(lines.at(-1)).toMatchObject({
    changes: [{ field: 'showsPicture', from: 'true', to: 'false' }],
  });
});

test('it is sent as a picture and nothing else, and asked for anew each time', async () => {
  const person = await makeOpen();
  const answer = await open(pathOf(person));
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURES.png);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-cache, no-transform',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
  const again = await open(pathOf(person), { 'If-None-Match': answer.headers.get('ETag') });
  expect(again.status).toBe(304);
  await change(person, { showsPicture: false });
  const gone = await open(pathOf(person), { 'If-None-Match': answer.headers.get('ETag') });
  expect(gone.status).toBe(404);
});

test('a picture that was removed takes the permission with it', async () => {
  const person = await makeOpen();
  await change(person, { avatar: null });
  const { body } = await change(person, { avatar: avatarOf('png', PICTURES.png) });
  expect(body.showsPicture).toBe(false);
  expect(await isShown(person)).toEqual(HIDDEN);
});

test('a large one, and that of somebody inactive or erased, is not shown', async () => {
  const large = await makeOpen();
  await server.sql(
    `update users set avatar = 'data:image/png;base64,' || repeat('A', ?) where id = ?`,
    [OPEN_PICTURE_MAX, large.user.id],
  );
  expect(await isShown(large)).toEqual(HIDDEN);

  const inactive = await makeOpen();
  await server.sql(`update users set is_active = 'false' where id = ?`, [inactive.user.id]);
  expect((await open(pathOf(inactive))).status).toBe(404);

  const erased = await makeOpen();
  const admin = await makeAdmin(server);
  await admin.client.call(routes.eraseUser, { params: { id: erased.user.id } });
  expect((await open(pathOf(erased))).status).toBe(404);
  const [row] = await server.sql('select shows_picture, avatar from users where id = ?', [
    erased.user.id,
  ]);
  expect(row).toEqual({ shows_picture: false, avatar: null });
});

test('a code nobody has is 404, and other methods do not exist', async () => {
  expect((await open('/pictures/00000000')).status).toBe(404);
  const person = await makeOpen();
  const posted = await fetch(server.url + pathOf(person), { method: 'POST' });
  expect(posted.status).toBe(404);
});

test('whether it is shown is in the person’s own file', async () => {
  const person = await makeOpen();
  const { body } = await person.client.call(routes.exportAccount);
  expect(body.user.showsPicture).toBe(true);
});
