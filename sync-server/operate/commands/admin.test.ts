import { execFile, execFileSync, type ExecFileException } from 'node:child_process';
import path from 'node:path';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPasskeyRow, turnCodesOn } from '../../src/test/factors.ts';
import { makeAdmin, makeCustomer } from '../../src/test/people.ts';
import { startTestServer, type TestServer } from '../../src/test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const SUNLOOP = path.join(import.meta.dirname, '../sunloop.ts');
/** The first line names the database that the command acts on. */
const ACTS_ON =
  /^Acts on the database \S+ at 127\.0\.0\.1:\d+, by the settings of the environment\n/;
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@sun.example' };
const PASSWORD = 'a brand new horse';

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `sunloop admin` on the database of the server that runs, with what is written into it. */
function admin(given: readonly string[], input = '', env = {}): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const done = (error: ExecFileException | null, out: string, err: string) =>
    resolve({
      code: Number(error?.code ?? 0),
      out: out.replace(ACTS_ON, '').trim(),
      err: err.trim(),
    });
  const settings = { DATABASE_URL: server.database.url, ...env };
  const child = execFile(process.execPath, [SUNLOOP, 'admin', ...given], { env: settings }, done);
  child.stdin?.on('error', () => undefined).end(input);
  return promise;
}

const auditOf = (id: string) =>
  server.sql(
    `select action, details, user_id as "userId", ip_address as "ipAddress" from audit_logs
     where entity_id = ? and action in ('user.create', 'user.change', 'user.reset_password')`,
    [id],
  );
const signIn = (email: string, password = PASSWORD) =>
  server.client().call(routes.logIn, { body: { email, password } });

test('make creates an admin with the password that is written into it', async () => {
  const made = await admin(['make', 'Boss@example.com'], `${PASSWORD}\n`);
  expect(made).toEqual({ code: 0, out: 'Created the admin Boss@example.com.', err: '' });
  const { body } = await signIn('boss@example.com');
  expect(body).toMatchObject({ role: 'admin', emailConfirmedAt: expect.any(String) as string });
  expect(await auditOf(body.id)).toEqual([
    { action: 'user.create', details: 'By a command on the server', userId: null, ipAddress: null },
  ]);
});

test(
  'make makes an account an active admin and asks for no password',
  { tags: 'sweep' },
  async () => {
    const { user, client } = await makeCustomer(server);
    await server.sql("update users set is_active = 'false' where id = ?", [user.id]);
    const made = await admin(['make', user.email.toUpperCase()]);
    expect(made).toEqual({ code: 0, out: `${user.email} is an admin now.`, err: '' });
    const { body } = await signIn(user.email, 'correct horse');
    expect(body).toMatchObject({ role: 'admin', isActive: 'true' });
    expect((await client.refuse(routes.stats)).status).toBe(401);
    const again = await admin(['make', user.email]);
    expect(again.out).toBe(`${user.email} is an active admin already.`);
    expect(await auditOf(user.id)).toEqual([
      expect.objectContaining({ action: 'user.change', userId: null, ipAddress: null }),
    ]);
  },
);

test(
  'reset-factor takes passkeys and codes away, ends all sessions and tells the person',
  { tags: 'sweep' },
  async () => {
    const { user, client } = await makeAdmin(server);
    await turnCodesOn(client);
    await addPasskeyRow(server, user.id);
    const body = { email: user.email, password: 'correct horse' };
    const refused = await server.client().refuse(routes.logIn, { body });
    expect(refused.body.code).toBe('second_factor_needed');
    const reset = await admin(['reset-factor', user.email], '', MAIL);
    expect(reset).toMatchObject({ code: 0, err: '' });
    expect((await client.refuse(routes.stats)).status).toBe(401);
    expect((await signIn(user.email, 'correct horse')).body.id).toBe(user.id);
    const lines = await server.sql(
      'select user_id as "userId" from audit_logs where entity_id = ? and action = \'user.reset_second_factor\'',
      [user.id],
    );
    expect(lines).toEqual([{ userId: null }]);
    const told = await server.sql('select kind from outgoing_messages where user_id = ?', [
      user.id,
    ]);
    expect(told).toContainEqual({ kind: 'account_changed' });
    expect((await admin(['reset-factor', 'nobody@example.com'])).code).toBe(1);
  },
);

test(
  'set-password ends all sessions, writes its line and tells the person',
  { tags: 'sweep' },
  async () => {
    const { user, client } = await makeAdmin(server);
    const set = await admin(['set-password', user.email], `${PASSWORD}\n`, MAIL);
    expect(set).toEqual({
      code: 0,
      out: `${user.email} has a new password; sessions ended: 1.`,
      err: '',
    });
    expect((await client.refuse(routes.stats)).status).toBe(401);
    const { body } = await signIn(user.email);
    expect(body.passwordEndsAt).toBeUndefined();
    expect(await auditOf(user.id)).toEqual([
      {
        action: 'user.reset_password',
        details: 'By a command on the server',
        userId: null,
        ipAddress: null,
      },
    ]);
    const told = await server.sql(
      'select kind, recipient, data from outgoing_messages where user_id = ?',
      [user.id],
    );
    expect(told).toEqual([
      { kind: 'account_changed', recipient: user.email, data: { what: 'password' } },
    ]);
  },
);

test(
  'set-password of an inactive account says that it cannot sign in',
  { tags: 'sweep' },
  async () => {
    const { user } = await makeCustomer(server);
    await server.sql("update users set is_active = 'false' where id = ?", [user.id]);
    const set = await admin(['set-password', user.email], `${PASSWORD}\n`);
    expect(set.out).toContain('The account is inactive: it cannot sign in.');
  },
);

test.each([
  [[], 'Usage: sunloop admin make|set-password|reset-factor EMAIL'],
  [['promote', 'x@example.com'], 'There is no command promote. Usage:'],
  [['toString', 'x@example.com'], 'There is no command toString. Usage:'],
  [['make'], 'Name one email address. Usage:'],
  [['make', 'nonsense'], 'Name one email address. Usage:'],
  [['make', 'x@example.com', 'y@example.com'], 'Name one email address. Usage:'],
  [['set-password', 'x@example.com'], 'There is no account with the address x@example.com'],
  [['make', 'x@example.com'], 'No password was given'],
])('%j is refused in words, with exit code 1', { tags: 'sweep' }, async (given, words) => {
  const refused = await admin(given);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(`Sunloop: ${words}`);
});

test('A password that is too short is refused and changes nothing', { tags: 'sweep' }, async () => {
  const { user, client } = await makeCustomer(server);
  const refused = await admin(['set-password', user.email], 'short\n');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('at least');
  expect((await client.call(routes.stats)).status).toBe(200);
});

test(
  'On a terminal the password is asked for twice and not shown',
  { tags: 'sweep' },
  async ({ skip }) => {
    if (!hasScript()) skip();
    const { user } = await makeCustomer(server);
    const typed = await onTerminal(['set-password', user.email], [PASSWORD, PASSWORD]);
    expect(typed).toContain('has a new password');
    expect(typed).toContain('New password:');
    expect(typed).not.toContain(PASSWORD);
    await signIn(user.email);
    const differs = await onTerminal(['set-password', user.email], [PASSWORD, 'another horse']);
    expect(differs).toContain('The two passwords are not the same');
  },
);

/** The tool that gives a command a terminal of its own. */
function hasScript(): boolean {
  try {
    execFileSync('script', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** All that a terminal shows on which the command runs, while each line is typed at its question. */
function onTerminal(given: readonly string[], typed: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  // The shell that `script` runs would take a folder with a blank for two words.
  const command = [process.execPath, SUNLOOP, 'admin', ...given]
    .map((word) => `'${word}'`)
    .join(' ');
  const env = { ...process.env, DATABASE_URL: server.database.url };
  const child = execFile('script', ['-qec', command, '/dev/null'], { env }, (_error, out) =>
    resolve(out),
  );
  const left = [...typed];
  child.stdout?.on('data', (shown: string) => {
    if (/(password|Again): $/.test(shown)) child.stdin?.write(`${left.shift()}\r`);
  });
  return promise;
}
