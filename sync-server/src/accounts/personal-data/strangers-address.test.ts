import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { sampleCalls, makeSampleWorld } from '../../test/sample-calls.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { readWholeDatabase } from '../../test/whole-database.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(() => server.sql('delete from rate_limits where true'));

interface Stranger {
  /** Whose mailbox is the stranger's. */
  readonly address: string;
  /** In whatever the stranger typed. */
  readonly mark: string;
  /** Ids of the stranger's requests. */
  readonly quoteIds: readonly string[];
}

const browserOf = (mark: string) => ({ 'User-Agent': `browser-${mark}` });

async function ask({ address, mark }: Pick<Stranger, 'address' | 'mark'>): Promise<string> {
  const body = { name: `name-${mark}`, email: address.toUpperCase(), phone: `phone-${mark}` };
  return (await server.client().call(routes.requestQuote, { body })).body.id;
}

async function tryPassword({ address, mark }: Pick<Stranger, 'address' | 'mark'>): Promise<void> {
  const body = { email: address, password: 'my password elsewhere' };
  await server.client().refuse(routes.logIn, { body, headers: browserOf(mark) });
}

/** Somebody without an account, whom rows name by their address; one of their requests is followed by an account they had. */
async function makeStranger(): Promise<Stranger> {
  const mark = `m${randomUUID().slice(0, 8)}`;
  const address = `${mark}@stranger.example`;
  const quoteIds = [await ask({ address, mark }), await ask({ address, mark })];
  await tryPassword({ address, mark });
  const former = await makeCustomer(server, { email: address, requestIds: quoteIds.slice(1) });
  const body = { email: address, password: 'correct horse' };
  await server.client().call(routes.logIn, { body, headers: browserOf(mark) });
  await former.client.call(routes.changeProfile, { body: { email: `new-${address}` } });
  await server.sql(
    `insert into outgoing_messages (key, kind, user_id, recipient, data, state) values
       (:reset, 'password_reset', null, :address, '{}', 'waiting'),
       (:undo, 'account_changed', :former, :address, '{"what": "email"}', 'sent')`,
    { reset: `reset:${mark}`, undo: `undo:${mark}`, address, former: former.user.id },
  );
  return { address, mark, quoteIds };
}

/** Whoever it is that signs up with this address, and signs in once more. */
async function signUpAs({ address }: Stranger): Promise<TestPerson> {
  const newcomer = await makeCustomer(server, { email: address });
  const body = { email: address, password: 'correct horse' };
  await newcomer.client.call(routes.logIn, { body, headers: browserOf('newcomer') });
  return newcomer;
}

const confirm = ({ user }: TestPerson) =>
  server.sql('update users set email_confirmed_at = now() where id = ?', [user.id]);
const readAll = () => readWholeDatabase(server.database.orm);
const asOwn = {
  export: async ({ client }: TestPerson) => (await client.call(routes.exportAccount)).body,
  erase: ({ client }: TestPerson) =>
    client.call(routes.eraseAccount, { body: { currentPassword: 'correct horse' } }),
};
const asAdmin = {
  export: async ({ user }: TestPerson) =>
    (await admin.client.call(routes.exportUser, { params: { id: user.id } })).body,
  erase: ({ user }: TestPerson) => admin.client.call(routes.eraseUser, { params: { id: user.id } }),
};

describe.each([
  ['by themselves', asOwn],
  ['by an admin', asAdmin],
])('Of whoever signed up with a stranger’s address, %s', (_, act) => {
  test('the file has nothing of the stranger, but what the account itself did', async () => {
    const stranger = await makeStranger();
    const newcomer = await signUpAs(stranger);
    // On the newcomer's account, but by the stranger, who may think that it is theirs.
    await tryPassword(stranger);
    const file = await act.export(newcomer);
    const text = JSON.stringify(file);
    for (const own of [stranger.mark.toUpperCase(), `name-${stranger.mark}`, ...stranger.quoteIds])
      expect(text).not.toContain(own);
    expect(text).not.toContain(`browser-${stranger.mark}`);
    expect(file.signIns.map(({ userAgent }) => userAgent)).toEqual(['browser-newcomer']);
  });

  test('erasing leaves every row of the stranger as it was', async () => {
    const stranger = await makeStranger();
    const before = (await readAll()).filter((row) => row.includes(stranger.mark));
    const tables = new Set(before.map((row) => row.split(':')[0]));
    expect([...tables].toSorted()).toEqual(
      expect.arrayContaining(['login_attempts', 'outgoing_messages', 'quotes', 'users']),
    );
    const newcomer = await signUpAs(stranger);
    await act.erase(newcomer);
    const after = (await readAll()).filter((row) => row.includes(stranger.mark));
    expect(after.toSorted()).toEqual(before.toSorted());
  });

  test('once the address is confirmed, what is nobody else’s is in the file, and is erased with them', async () => {
    const stranger = await makeStranger();
    const { address, mark, quoteIds } = stranger;
    const newcomer = await signUpAs(stranger);
    await tryPassword(stranger);
    await confirm(newcomer);
    const file = await act.export(newcomer);
    expect(file.quotes.map(({ id }) => id)).toEqual(quoteIds.slice(0, 1));
    const browsers = file.signIns.map(({ userAgent }) => userAgent);
    const tries = [`browser-${mark}`, `browser-${mark}`, 'browser-newcomer'];
    expect(browsers.toSorted()).toEqual(tries);
    const ofOthers = (await readAll()).filter((row) => row.includes(`new-${address}`));
    await act.erase(newcomer);
    const left = await server.sql<{ left: string }>(
      `select 'quote' as left from quotes where lower(email) = :address and owner_id is null
       union all select 'try' from login_attempts t left join users u on u.id = t.user_id
         where t.email = :address and u.email is distinct from :other
       union all select 'message' from outgoing_messages where recipient = :address and user_id is null`,
      { address, other: `new-${address}` },
    );
    expect(left).toEqual([]);
    expect(await readAll()).toEqual(expect.arrayContaining(ofOthers));
  });
});

test('no call of whoever signed up with a stranger’s address is answered with anything of the stranger', async () => {
  const stranger = await makeStranger();
  const { client, user } = await signUpAs(stranger);
  const world = await makeSampleWorld(server);
  const calls = sampleCalls({
    ...world,
    owner: { client, user },
    quoteId: stranger.quoteIds[0] ?? '',
  });
  const reads = Object.entries<Route>(routes).filter(
    ([, { method, access }]) => method === 'GET' && access !== 'public',
  );
  for (const [name, route] of reads) {
    const { body } = await client
      .call(route, calls[name as keyof typeof calls])
      .catch((refused: unknown) => ({ body: String(refused) }));
    const answer = `${name}: ${JSON.stringify(body)}`;
    for (const id of [...stranger.quoteIds, `name-${stranger.mark}`, `browser-${stranger.mark}`])
      expect(answer).not.toContain(id);
  }
});
