import { AVATAR_MAX_BYTES, routes } from '@sunloop/shared-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signatures = {
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff\xe0',
  webp: 'RIFF\x1a\0\0\0WEBP',
  gif: 'GIF89a',
};

function picture(signature: string, sizeBytes = 64): string {
  const bytes = Buffer.alloc(sizeBytes);
  bytes.write(signature, 'latin1');
  return bytes.toString('base64');
}

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

  test('takes its own name and e-mail in another case', async () => {
    const { client, user } = await makeCustomer(server);
    const body = { username: user.username.toUpperCase(), email: user.email.toUpperCase() };
    expect((await client.call(route, { body })).body).toMatchObject(body);
  });

  test('refuses nobody', async () => {
    const answer = await server.client().refuse(route, { body: {} });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('refuses another name or e-mail that is taken, in any case, and changes nothing', async () => {
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

  test('gives nobody a role, a state, a code or another id', async () => {
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

  test('is refused where another value is stored by now, names it, and writes nothing', async () => {
    const { client, user } = await elsewhere('555 0200');
    const avatar = `data:image/gif;base64,${picture(signatures.gif)}`;
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

  test("names each field at odds, a cleared one as ''", async () => {
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

  test('goes through where only fields it does not change are other by now', async () => {
    const { client } = await elsewhere('555 0200');
    const expected = { phone: '555 0100', address: null };
    const answer = await client.call(route, { body: { address: '1 Sun Street', expected } });
    expect(answer.body).toMatchObject({ phone: '555 0200', address: '1 Sun Street' });
  });

  test('goes through where the new value is stored already, so it may be sent again', async () => {
    const { client } = await elsewhere('555 0200');
    const body = { phone: '555 0300', expected: { phone: '555 0200' } };
    const first = await client.call(route, { body });
    expect((await client.call(route, { body })).body).toEqual(first.body);
    const cleared = { phone: '', expected: { phone: ' 555 0300 ' } };
    await client.call(route, { body: cleared });
    expect((await client.call(route, { body: cleared })).body.phone).toBeNull();
  });

  test.each([null, '', undefined])('takes %j for what was empty', async (empty) => {
    const { client } = await makeCustomer(server);
    const first = await client.call(route, { body: { phone: '1', expected: { phone: empty } } });
    expect(first.body.phone).toBe('1');
    const isConflict = empty !== undefined;
    const again = { body: { phone: '2', expected: { phone: empty } } };
    if (isConflict) expect((await client.refuse(route, again)).body.fields).toEqual({ phone: '1' });
    else expect((await client.call(route, again)).body.phone).toBe('2');
  });

  test('is held against what is being saved elsewhere at that moment', async () => {
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

  test('takes an avatar beside it, whatever picture is stored', async () => {
    const { client } = await makeCustomer(server);
    const [gif, png] = [
      `gif;base64,${picture(signatures.gif)}`,
      `png;base64,${picture(signatures.png)}`,
    ];
    await client.call(route, { body: { avatar: `data:image/${gif}` } });
    const body = { avatar: `data:image/${png}`, expected: { avatar: null, phone: 'other' } };
    expect((await client.call(route, { body })).body.avatar).toBe(body.avatar);
  });
});

describe('an avatar', () => {
  const route = routes.changeProfile;

  test.each(Object.entries(signatures))(
    'may be %s and comes back unchanged',
    async (format, sign) => {
      const { client } = await makeCustomer(server);
      const avatar = `data:image/${format};base64,${picture(sign)}`;
      expect((await client.call(route, { body: { avatar } })).body.avatar).toBe(avatar);
      expect((await client.call(routes.currentUser)).body.avatar).toBe(avatar);
    },
  );

  test.each([null, '', ' '])('goes with %j and only then', async (nothing) => {
    const { client, user } = await makeCustomer(server);
    const avatar = `data:image/gif;base64,${picture(signatures.gif)}`;
    await client.call(route, { body: { avatar } });
    expect((await client.call(route, { body: { phone: '1' } })).body.avatar).toBe(avatar);
    expect((await client.call(route, { body: { avatar: nothing } })).body.avatar).toBeNull();
    const details = (await auditOf(user.id)).map((line) => line.details);
    expect(details.join()).not.toContain('base64');
    expect(details).toContain('nothing changed; avatar set');
  });

  const png = picture(signatures.png);
  test.each([
    ['a GIF called PNG', `data:image/png;base64,${picture(signatures.gif)}`],
    ['a RIFF file that is no WebP', `data:image/webp;base64,${picture('RIFF\x1a\0\0\0WAVE')}`],
    ['SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['a script called PNG', `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['no base64', `data:image/png,${png}`],
    ['another parameter', `data:image/png;charset=utf-8;base64,${png}`],
    ['base64 with a line break', `data:image/png;base64,${png.slice(0, 8)}\n${png.slice(8)}`],
    ['base64 without its padding', `data:image/png;base64,${png.replace(/=+$/, '')}`],
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

  test('may have 5 MB and not a byte more', async () => {
    const { client } = await makeCustomer(server);
    const ofSize = (bytes: number) => `data:image/png;base64,${picture(signatures.png, bytes)}`;
    const answer = await client.refuse(route, { body: { avatar: ofSize(AVATAR_MAX_BYTES + 1) } });
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
    await client.call(route, { body: { avatar: ofSize(AVATAR_MAX_BYTES) } });
  });
});
