import { randomUUID } from 'node:crypto';
import { AVATAR_MAX_BYTES } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migration020CleanAvatars } from '../../db/migrations/020-clean-avatars.ts';
import { makeCustomer } from '../../test/people.ts';
import {
  avatarOf,
  type PictureFormat,
  PICTURES,
  pngChunk,
  pngOfSize,
  pngWith,
} from '../../test/pictures.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';
import { cleanAvatarOrNone } from './avatar.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const auditOf = (userId: string) =>
  server.database.orm.em
    .fork()
    .execute<{ action: string; details: string | null }[]>(
      "select action, details from audit_logs where user_id = ? and action <> 'user.sign_up'",
      [userId],
    );

describe('PATCH /api/user/profile', () => {
  const route = routes.changeProfile;

  test('changes what is given, keeps what is absent, and says so in the audit log', async () => {
    const { client, user } = await makeCustomer(server, { phone: '555 0100' });
    const answer = await client.call(route, { body: { address: ' 1 Sun Street ' } });
    expect(answer.body).toMatchObject({ ...user, address: '1 Sun Street' });
    expect((await client.call(routes.currentUser)).body).toMatchObject(answer.body);
    expect(await auditOf(user.id)).toEqual([
      { action: 'user.change_profile', details: 'address: none → 1 Sun Street' },
    ]);
  });

  test("clears phone and address with null or ''", async () => {
    const { client } = await makeCustomer(server, { phone: '555 0100', address: '1 Sun Street' });
    const answer = await client.call(route, { body: { phone: null, address: '' } });
    expect(answer.body).toMatchObject({ phone: null, address: null });
  });

  test('gives the same answer twice', async () => {
    const { client, user } = await makeCustomer(server);
    const body = { username: `renamed ${user.username}` };
    const first = await client.call(route, { body });
    expect((await client.call(route, { body })).body).toEqual(first.body);
  });

  test('accepts the user’s own name and email in another case', async () => {
    const { client, user } = await makeCustomer(server);
    const body = { username: user.username.toUpperCase(), email: user.email.toUpperCase() };
    expect((await client.call(route, { body })).body).toMatchObject(body);
  });

  test('refuses a call without a session', async () => {
    const answer = await server.client().refuse(route, { body: {} });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('refuses another name or email that is taken, in any case, and changes nothing', async () => {
    const { user: other } = await makeCustomer(server);
    const { client, user } = await makeCustomer(server);
    const byName = { username: other.username.toUpperCase(), phone: '1' };
    expect(await client.refuse(route, { body: byName })).toMatchObject({
      status: 409,
      body: { code: 'username_taken', fields: { username: expect.any(String) } },
    });
    const byEmail = { email: other.email.toUpperCase(), phone: '1' };
    expect(await client.refuse(route, { body: byEmail })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', fields: { email: expect.any(String) } },
    });
    expect((await client.call(routes.currentUser)).body).toMatchObject(user);
    expect(await auditOf(user.id)).toEqual([]);
  });

  test.each(['Ana\u200BSol', '\u202EloS anA', 'Ana\u0007'])(
    'refuses the name %j',
    async (username) => {
      const { client, user } = await makeCustomer(server);
      const answer = await client.refuse(route, { body: { username } });
      const fault =
        'Username has invisible characters in it. Please type it instead of pasting it.';
      expect(answer.body).toEqual({ code: 'invalid', error: fault, fields: { username: fault } });
      expect((await client.call(routes.currentUser)).body).toMatchObject(user);
    },
  );

  test('cannot change the role, state, code or id', async () => {
    const { client, user } = await makeCustomer(server);
    const body = {
      role: 'admin',
      isActive: 'false',
      referralCode: 'AAAAAAAA',
      id: '1',
      password: 'x',
    };
    expect((await client.call(route, { body })).body).toMatchObject(user);
  });
});

describe('PATCH /api/user/profile with what the screen showed', () => {
  const route = routes.changeProfile;
  const elsewhere = async (phone: string) => {
    const { client, user } = await makeCustomer(server, { phone: '555 0100' });
    await client.call(route, { body: { phone } });
    return { client, user };
  };

  test('is done where the device still has the name in another Unicode form', async () => {
    const username = `Ren\u00e9 ${randomUUID().slice(0, 8)}`;
    const { client } = await makeCustomer(server, { username });
    const body = { username: `${username}e`, expected: { username: username.normalize('NFD') } };
    expect((await client.call(route, { body })).body.username).toBe(`${username}e`);
  });

  test('is refused where another value is stored by now, names it, and writes nothing', async () => {
    const { client, user } = await elsewhere('555 0200');
    const avatar = avatarOf('gif');
    const expected = { phone: '555 0100', address: null };
    const body = { phone: '555 0300', address: '1 Sun Street', avatar, expected };
    expect(await client.refuse(route, { body })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', fields: { phone: '555 0200' } },
    });
    expect((await client.call(routes.currentUser)).body).toMatchObject({
      ...user,
      phone: '555 0200',
    });
    expect(await auditOf(user.id)).toHaveLength(1);
  });

  test("names each conflicting field, a cleared one as ''", async () => {
    const { client, user } = await makeCustomer(server, { phone: '555 0100' });
    const now = { username: `renamed ${user.username}`, email: `new-${user.email}`, phone: null };
    await client.call(route, { body: { ...now, address: '1 Sun Street' } });
    const { username, email, phone, address } = user;
    const change = {
      username: `mine ${username}`,
      email: `mine-${email}`,
      phone: '1',
      address: 'Mine',
    };
    const body = { ...change, expected: { username, email, phone, address } };
    const answer = await client.refuse(route, { body });
    expect(answer.body.fields).toEqual({ ...now, phone: '', address: '1 Sun Street' });
  });

  test('goes through if only fields it does not change differ by now', async () => {
    const { client } = await elsewhere('555 0200');
    const expected = { phone: '555 0100', address: null };
    const answer = await client.call(route, { body: { address: '1 Sun Street', expected } });
    expect(answer.body).toMatchObject({ phone: '555 0200', address: '1 Sun Street' });
  });

  test('goes through if the new value is already stored, so it may be sent again', async () => {
    const { client } = await elsewhere('555 0200');
    const body = { phone: '555 0300', expected: { phone: '555 0200' } };
    const first = await client.call(route, { body });
    expect((await client.call(route, { body })).body).toEqual(first.body);
    const cleared = { phone: '', expected: { phone: ' 555 0300 ' } };
    await client.call(route, { body: cleared });
    expect((await client.call(route, { body: cleared })).body.phone).toBeNull();
  });

  test.each([null, '', undefined])('accepts %j for a field that was empty', async (empty) => {
    const { client } = await makeCustomer(server);
    const first = await client.call(route, { body: { phone: '1', expected: { phone: empty } } });
    expect(first.body.phone).toBe('1');
    const isConflict = empty !== undefined;
    const again = { body: { phone: '2', expected: { phone: empty } } };
    if (isConflict) expect((await client.refuse(route, again)).body.fields).toEqual({ phone: '1' });
    else expect((await client.call(route, again)).body.phone).toBe('2');
  });

  test('is compared with what is being saved elsewhere at that moment', async () => {
    const { client, user } = await makeCustomer(server, { phone: '555 0100' });
    const body = { phone: '555 0300', expected: { phone: '555 0100' } };
    const { answer } = await server.database.orm.em.fork().transactional(async (tx) => {
      await tx.execute("update users set phone = '555 0200' where id = ?", [user.id]);
      const call = client.refuse(route, { body });
      await waitUntilBlocked(server.database);
      return { answer: { call } };
    });
    expect((await answer.call).body.fields).toEqual({ phone: '555 0200' });
  });

  test.each([
    ['no object', 'all'],
    ['a list', []],
    ['a number for a phone', { phone: 1 }],
    ['NUL', { phone: '\0' }],
  ])('is refused as 400 when it is %s', async (_, expected) => {
    const { client } = await makeCustomer(server);
    const answer = await client.refuse(route, { body: { phone: '1', expected } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('accepts an avatar with it, whatever picture is stored', async () => {
    const { client } = await makeCustomer(server);
    await client.call(route, { body: { avatar: avatarOf('gif') } });
    const body = { avatar: avatarOf('png'), expected: { avatar: null, phone: 'other' } };
    expect((await client.call(route, { body })).body.avatar).toBe(body.avatar);
  });
});

describe('an avatar', () => {
  const route = routes.changeProfile;

  test.each(Object.keys(PICTURES) as PictureFormat[])(
    'may be %s and comes back unchanged',
    async (format) => {
      const { client } = await makeCustomer(server);
      const avatar = avatarOf(format);
      expect((await client.call(route, { body: { avatar } })).body.avatar).toBe(avatar);
      expect((await client.call(routes.currentUser)).body.avatar).toBe(avatar);
    },
  );

  test('is stored without what its camera wrote into it', async () => {
    const { client, user } = await makeCustomer(server);
    const photo = pngWith(pngChunk('eXIf', Buffer.from('GPSLatitude 52.52')));
    await client.call(route, { body: { avatar: avatarOf('png', photo) } });
    expect((await client.call(routes.currentUser)).body.avatar).toBe(avatarOf('png'));
    const em = server.database.orm.em.fork();
    const stored = await em.execute('select avatar from users where id = ?', [user.id]);
    expect(stored).toEqual([{ avatar: avatarOf('png') }]);
  });

  test.each([null, '', ' '])('is removed by %j and only by that', async (nothing) => {
    const { client, user } = await makeCustomer(server);
    const avatar = avatarOf('gif');
    await client.call(route, { body: { avatar } });
    expect((await client.call(route, { body: { phone: '1' } })).body.avatar).toBe(avatar);
    expect((await client.call(route, { body: { avatar: nothing } })).body.avatar).toBeNull();
    const details = (await auditOf(user.id)).map((line) => line.details);
    expect(details.join()).not.toContain('base64');
    expect(details).toContain('avatar: none → a new picture');
  });

  const png = PICTURES.png.toString('base64');
  test.each([
    ['a GIF called PNG', avatarOf('png', PICTURES.gif)],
    ['a RIFF file that is no WebP', avatarOf('webp', Buffer.from('RIFF\x1a\0\0\0WAVE'))],
    ['SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['a script called PNG', `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['no base64', `data:image/png,${png}`],
    ['another parameter', `data:image/png;charset=utf-8;base64,${png}`],
    ['base64 with a line break', `data:image/png;base64,${png.slice(0, 8)}\n${png.slice(8)}`],
    ['base64 without its padding', avatarOf('gif').replace(/=+$/, '')],
    ['base64 for addresses', `data:image/png;base64,${png.slice(0, -4)}__-=`],
    ['nothing after the comma', 'data:image/png;base64,'],
    ['an address', 'https://example.com/me.png'],
  ])('is refused as 400 when it is %s', async (_, avatar) => {
    const { client } = await makeCustomer(server);
    expect(await client.refuse(route, { body: { avatar, phone: '1' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { avatar: expect.any(String) } },
    });
    const { body } = await client.call(routes.currentUser);
    expect(body).toMatchObject({ avatar: null, phone: null });
  });

  test('stored before pictures were rewritten is cleaned by its migration, or removed', async () => {
    const people = await Promise.all([1, 2, 3].map(() => makeCustomer(server)));
    const photo = pngWith(pngChunk('eXIf', Buffer.from('GPSLatitude 52.52')));
    const moving = pngWith(pngChunk('acTL', Buffer.alloc(8)));
    const stored = [avatarOf('png', photo), avatarOf('gif'), avatarOf('png', moving)];
    await server.database.orm.em.fork().transactional(async (em) => {
      for (const [at, { user }] of people.entries())
        await em.execute('update users set avatar = ? where id = ?', [stored[at], user.id]);
      const step = { execute: (sql: string, params?: unknown[]) => em.execute(sql, params) };
      await migration020CleanAvatars(cleanAvatarOrNone).prototype.up.call(step);
    });
    const now = people.map(({ client }) => client.call(routes.currentUser));
    const avatars = (await Promise.all(now)).map(({ body }) => body.avatar);
    expect(avatars).toEqual([avatarOf('png'), avatarOf('gif'), null]);
  });

  test('may have 5 MB and not a byte more', async () => {
    const { client } = await makeCustomer(server);
    const ofSize = (bytes: number) => avatarOf('png', pngOfSize(bytes));
    const answer = await client.refuse(route, { body: { avatar: ofSize(AVATAR_MAX_BYTES + 1) } });
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
    await client.call(route, { body: { avatar: ofSize(AVATAR_MAX_BYTES) } });
  });
});
