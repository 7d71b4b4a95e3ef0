import { COURIER_BODY_LIMIT_BYTES } from '@sunloop/shared-types/referrals/courier.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { sealForCourier } from '../../test/seal-for-courier.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { addKey } from '../../ground/keys/service.ts';

const route = routes.deliverHandover;

let server: TestServer;
let owner: TestPerson;
let courier: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [owner, courier] = [await makeCustomer(server), await makeCustomer(server)];
});

function aRow(overrides: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { id, name: 'Grace Hopper', email: `${id}@example.com`, ...overrides };
}

const credentialOf = async ({ client }: TestPerson) =>
  (await client.call(routes.currentUser)).body.handover ?? '';

async function seal(of: TestPerson, rows: readonly unknown[], claims = {}): Promise<string> {
  return sealForCourier({ credential: await credentialOf(of), owner: of.user.id, rows, claims });
}

async function deliver(by: TestPerson, sealed: string) {
  return (await by.client.call(route, { body: { sealed } })).body;
}

const listOf = async ({ client }: TestPerson) => (await client.call(routes.listReferrals)).body;

const auditOf = (id: string) =>
  server.sql(
    `select action, user_id as by, details from audit_logs
     where entity_id = ? and action like 'handover.%' order by created_at, action`,
    [id],
  );

test('rows belong to their owner, once, whoever brings them and when the owner sends, too', async () => {
  const rows = [aRow(), aRow({ name: 'X' }), aRow()];
  const sealed = await seal(owner, rows);
  const admin = await makeAdmin(server);
  for (const by of [courier, admin, courier]) {
    expect(await deliver(by, sealed)).toEqual({ outcome: 'delivered', rows: 3 });
  }
  expect(await listOf(courier)).toEqual([]);
  const stored = await listOf(owner);
  expect(stored.map(({ id }) => id).toSorted()).toEqual([rows[0]?.id, rows[2]?.id].toSorted());
  const { body } = await owner.client.call(routes.pushReferrals, { body: { referrals: rows } });
  expect(body.results.map(({ status }) => status)).toEqual(['stored', 'rejected', 'stored']);
  const details = '3 referrals of this user, brought sealed by another';
  const by = [courier, admin, courier].map(({ user }) => user.id);
  expect(await auditOf(owner.user.id)).toEqual(
    by.map((id) => ({ action: 'handover.deliver', by: id, details })),
  );
});

test('a courier cannot seal rows for others, whatever they write into the file', async () => {
  const own = await credentialOf(courier);
  const forged = await sealForCourier({ credential: own, owner: owner.user.id, rows: [aRow()] });
  expect(await deliver(courier, forged)).toEqual({ outcome: 'refused', why: 'tampered' });
  const token = await seal(owner, [aRow()], { token: 'AAAA' });
  expect(await deliver(courier, token)).toEqual({ outcome: 'refused', why: 'tampered' });
  const nobody = await seal(owner, [aRow()], { owner: uuidv7() });
  expect(await deliver(courier, nobody)).toEqual({ outcome: 'refused', why: 'tampered' });
  expect(await listOf(owner)).toEqual([]);
  expect(await auditOf(owner.user.id)).toEqual([]);
});

test('what was sealed before all sessions were ended is refused, and what is sealed after is taken', async () => {
  const sealed = await seal(owner, [aRow()]);
  await owner.client.call(routes.endOwnSessions, { query: { keep: 'this' } });
  expect(await deliver(courier, sealed)).toEqual({ outcome: 'refused', why: 'ended' });
  expect(await auditOf(owner.user.id)).toMatchObject([
    { action: 'handover.refuse', details: 'ended' },
  ]);
  expect(await deliver(courier, await seal(owner, [aRow()]))).toMatchObject({
    outcome: 'delivered',
  });
  const ahead = await seal(owner, [aRow()], { generation: 99 });
  expect(await deliver(courier, ahead)).toEqual({ outcome: 'refused', why: 'tampered' });
});

test('an inactive and an erased owner are refused', async () => {
  const sealed = await seal(owner, [aRow()]);
  await server.sql("update users set is_active = 'false' where id = ?", [owner.user.id]);
  expect(await deliver(courier, sealed)).toEqual({ outcome: 'refused', why: 'inactive' });
  await server.sql('update users set erased_at = now() where id = ?', [owner.user.id]);
  expect(await deliver(courier, sealed)).toEqual({ outcome: 'refused', why: 'erased' });
});

test('an owner whom the server lost with a restore is told as such, and not as tampering', async () => {
  const sealed = await seal(owner, [aRow()]);
  await server.sql('delete from users where id = ?', [owner.user.id]);
  expect(await deliver(courier, sealed)).toEqual({ outcome: 'refused', why: 'unknown_owner' });
  expect(await auditOf(owner.user.id)).toMatchObject([
    { action: 'handover.refuse', details: 'unknown_owner' },
  ]);
});

test('what was sealed after the owner’s sessions ended is taken by a server that lost their end with a restore', async () => {
  await owner.client.call(routes.endOwnSessions, { query: { keep: 'this' } });
  const sealed = await seal(owner, [aRow()]);
  await server.sql('update users set handover_generation = 0 where id = ?', [owner.user.id]);
  expect(await deliver(courier, sealed)).toEqual({ outcome: 'delivered', rows: 1 });
});

test('what was sealed for an older key is opened as long as it is kept', async () => {
  const sealed = await seal(owner, [aRow()]);
  const { id } = await addKey(server.database.orm.em.fork(), 'handover');
  expect(await credentialOf(owner)).toMatch(new RegExp(`^${id}\\.`));
  expect(await deliver(courier, sealed)).toMatchObject({ outcome: 'delivered' });
  const unknown = await sealForCourier({
    credential: (await credentialOf(owner)).replace(id, '00000000'),
    owner: owner.user.id,
    rows: [aRow()],
  });
  expect(await deliver(courier, unknown)).toEqual({ outcome: 'refused', why: 'unknown_key' });
  // As builds before 0.1.0 sealed.
  const old = 'sunloop-handover-1.00000000.1.AAAA.AAAA';
  expect(await deliver(courier, old)).toEqual({ outcome: 'refused', why: 'unknown_key' });
});

test('a file is bounded, and a bad row in it holds back none of the others', async () => {
  const many = Array.from({ length: 600 }, () => aRow());
  const sealed = await seal(owner, [...many, 'not a row']);
  expect(await deliver(courier, sealed)).toEqual({ outcome: 'delivered', rows: 601 });
  expect(await listOf(owner)).toHaveLength(600);
  const over = await seal(
    owner,
    Array.from({ length: 1001 }, () => 1),
  );
  expect(await deliver(courier, over)).toEqual({ outcome: 'refused', why: 'tampered' });
  const body = { sealed: 'A'.repeat(COURIER_BODY_LIMIT_BYTES) };
  expect((await courier.client.refuse(route, { body })).body.code).toBe('too_large');
});
