import { FORMER_COLLEAGUE } from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';

let server: TestServer;
let admin: TestPerson;
let rep: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  [rep, customer] = [await makeCustomer(server), await makeCustomer(server)];
  await letTake(rep, true);
});

const letTake = ({ user }: TestPerson, mayTake: boolean) =>
  admin.client.call(routes.changeMayTake, { params: { id: user.id }, body: { mayTake } });
const codeOf = ({ user }: TestPerson) => user.referralCode ?? '';
const aRow = (fields = {}) => {
  const id = uuidv7();
  return { id, name: 'Ada Lovelace', email: `${id}@x.example`, for: codeOf(customer), ...fields };
};
const take = async (by: TestPerson, ...rows: object[]) =>
  (await by.client.call(routes.pushTaken, { body: { rows } })).body.results;
const takenBy = async (by: TestPerson) => (await by.client.call(routes.ownTaken)).body;
const takenFor = async (by: TestPerson) => (await by.client.call(routes.takenForMe)).body;
const referralsOf = async (by: TestPerson) => (await by.client.call(routes.listReferrals)).body;
const erase = ({ user }: TestPerson) =>
  admin.client.call(routes.eraseUser, { params: { id: user.id } });
const complete = (id: string) => ({ params: { id }, body: { status: 'completed' } });
const detailOf = async (id: string) =>
  (await admin.client.call(routes.adminReferral, { params: { id } })).body;

describe('What is taken for a customer', () => {
  test('is the customer’s, pays the customer, and both see it', async () => {
    const row = aRow({ phone: '555 0101' });
    const [result] = await take(rep, row);
    expect(result).toMatchObject({ id: row.id, status: 'created' });
    expect(await referralsOf(rep)).toEqual([]);
    expect((await referralsOf(customer)).map(({ id, userId }) => [id, userId])).toEqual([
      [row.id, customer.user.id],
    ]);
    expect(await takenFor(customer)).toEqual([
      { id: row.id, takenBy: rep.user.username, notMineAt: null, keptAt: null },
    ]);
    await admin.client.call(routes.changeReferralStatus, complete(row.id));
    const list = await takenBy(rep);
    expect(list).toMatchObject({ total: 1, completed: 1 });
    expect(list.rows).toEqual([
      {
        ...row,
        address: null,
        permission: null,
        date: expect.any(String),
        createdAt: expect.any(String),
        status: 'completed',
        customer: customer.user.username,
      },
    ]);
    expect((await rep.client.call(routes.rewardHistory)).body).toEqual([]);
    expect((await customer.client.call(routes.rewardHistory)).body).toHaveLength(1);
    expect((await detailOf(row.id)).taken).toMatchObject({
      by: rep.user.id,
      byName: rep.user.username,
      notMineAt: null,
    });
  });

  test('is stored once however often it is sent, in whatever way its code is written', async () => {
    const row = aRow();
    const code = row.for.toLowerCase();
    expect((await take(rep, row, row)).map(({ status }) => status)).toEqual(['created', 'stored']);
    const again = await take(rep, { ...row, for: ` ${code.slice(0, 4)}-${code.slice(4)} ` });
    expect(again.map(({ status }) => status)).toEqual(['stored']);
    expect(await takenBy(rep)).toMatchObject({ total: 1 });
    expect(await referralsOf(customer)).toHaveLength(1);
  });

  test('stays stored when it is sent again after the customer became inactive or the flag was taken away', async () => {
    const row = aRow();
    await take(rep, row);
    const off = { params: { id: customer.user.id }, body: { isActive: 'false' } };
    await admin.client.call(routes.changeUser, off);
    await letTake(rep, false);
    expect((await take(rep, row))[0]).toMatchObject({ status: 'stored' });
  });

  test('keeps its row whatever else is in the call', async () => {
    const [one, two] = [aRow(), aRow()];
    const results = await take(rep, one, { id: 'x' }, { ...aRow(), name: 'A' }, two);
    expect(results.map(({ status }) => status)).toEqual([
      'created',
      'rejected',
      'rejected',
      'created',
    ]);
    expect(results[1]?.id).toBeNull();
  });

  test('is known after the customer’s own device sent it again for a server that had lost it', async () => {
    const { for: code, ...row } = aRow();
    await customer.client.call(routes.pushReferrals, { body: { referrals: [row] } });
    expect((await take(rep, { ...row, for: code }))[0]).toMatchObject({ status: 'stored' });
    expect(await takenFor(customer)).toMatchObject([{ id: row.id, takenBy: rep.user.username }]);
  });

  test('counts for the customer’s achievements only', async () => {
    await take(rep, aRow());
    const earned = async ({ client, user }: TestPerson) =>
      (await client.call(routes.achievements, { params: { userId: user.id } })).body.earned.length;
    expect(await earned(customer)).toBeGreaterThan(0);
    expect(await earned(rep)).toBe(0);
  });
});

describe('A row is refused in words', () => {
  const refusalOf = async (row: object) => {
    const [result] = await take(rep, row);
    const { status, code, error } = result ?? {};
    expect(status).toBe('rejected');
    return [code, error];
  };

  test('for a code that nobody has, and for none', async () => {
    expect(await refusalOf(aRow({ for: 'ZZZZZZZZ' }))).toEqual([
      'no_such_customer',
      'No customer has the code ZZZZZZZZ',
    ]);
    for (const code of ['short', undefined, 7]) {
      expect((await refusalOf(aRow({ for: code })))[0]).toBe('invalid');
    }
  });

  test('for an inactive customer', async () => {
    const off = { params: { id: customer.user.id }, body: { isActive: 'false' } };
    await admin.client.call(routes.changeUser, off);
    const [code, error] = await refusalOf(aRow());
    expect(code).toBe('no_such_customer');
    expect(error).toContain('is not active');
    expect(
      await server.sql('select 1 from taken_referrals where taken_by = ?', [rep.user.id]),
    ).toEqual([]);
  });

  test('for a customer who was erased since', async () => {
    const row = aRow();
    await erase(customer);
    expect(await refusalOf(row)).toEqual([
      'deleted',
      `The account of the customer with the code ${row.for} was deleted`,
    ]);
  });

  test('as deleted when it had arrived and its customer was erased since', async () => {
    const row = aRow();
    await take(rep, row);
    await erase(customer);
    expect((await refusalOf(row))[0]).toBe('deleted');
    expect(await takenBy(rep)).toMatchObject({ total: 0 });
  });

  test('for one’s own code', async () => {
    expect((await refusalOf(aRow({ for: codeOf(rep) })))[0]).toBe('no_such_customer');
  });

  test('for somebody the customer has referred, without saying more of them', async () => {
    const known = { name: 'Known Friend', email: `${randomUUID()}@x.example` };
    await customer.client.call(routes.addReferral, { body: known });
    const row = aRow({ email: known.email.toUpperCase() });
    const [result] = await take(rep, row);
    expect(result).toEqual({
      id: row.id,
      status: 'rejected',
      code: 'duplicate_referral',
      error: `${customer.user.username} has already referred this person`,
    });
  });

  test('for the customer themselves', async () => {
    expect(await refusalOf(aRow({ email: customer.user.email }))).toEqual([
      'self_referral',
      'Nobody can be referred by themselves',
    ]);
  });

  test('for what was sent before with other words or for somebody else', async () => {
    const row = aRow();
    await take(rep, row);
    const other = await makeCustomer(server);
    expect((await refusalOf({ ...row, name: 'Somebody Else' }))[0]).toBe('id_conflict');
    expect((await refusalOf({ ...row, for: codeOf(other) }))[0]).toBe('id_conflict');
    expect(await referralsOf(other)).toEqual([]);
  });

  test('for what an admin has deleted', async () => {
    const row = aRow();
    await take(rep, row);
    await admin.client.call(routes.deleteReferral, { params: { id: row.id } });
    expect((await refusalOf(row))[0]).toBe('deleted');
    expect(await takenBy(rep)).toMatchObject({ total: 0 });
  });

  test('while the customer is being erased', async () => {
    const row = aRow();
    const { answer } = await server.database.orm.em.fork().transactional(async (tx) => {
      await tx.execute(`update users set is_active = 'false', erased_at = now() where id = ?`, [
        customer.user.id,
      ]);
      const call = take(rep, row);
      await waitUntilBlocked(server.database);
      return { answer: { call } };
    });
    expect((await answer.call)[0]).toMatchObject({ status: 'rejected', code: 'deleted' });
  });
});

describe('Nobody takes for others', () => {
  test('without the flag, or once it is taken away', async () => {
    await letTake(rep, false);
    for (const person of [rep, await makeCustomer(server), admin]) {
      expect((await take(person, aRow()))[0]).toMatchObject({
        status: 'rejected',
        code: 'may_not_take',
      });
      expect((await person.client.refuse(routes.ownTaken)).status).toBe(403);
      const look = { params: { code: codeOf(customer) } };
      expect((await person.client.refuse(routes.takenCustomer, look)).status).toBe(403);
    }
    expect(await referralsOf(customer)).toEqual([]);
  });

  test('by a body: neither signing up nor a profile nor another change of an admin sets the flag', async () => {
    const person = await makeCustomer(server, { mayTake: true, may_take: true });
    await person.client.call(routes.changeProfile, { body: { phone: '1', mayTake: true } });
    const change = { params: { id: person.user.id }, body: { address: 'A', mayTake: true } };
    await admin.client.call(routes.changeUser, change);
    expect((await person.client.call(routes.currentUser)).body).not.toHaveProperty('mayTake');
    const own = { params: { id: person.user.id }, body: { mayTake: true } };
    expect((await person.client.refuse(routes.changeMayTake, own)).status).toBe(403);
    expect((await take(person, aRow()))[0]).toMatchObject({ code: 'may_not_take' });
  });

  test('through the calls for one’s own: there a code for somebody else means nothing', async () => {
    const row = aRow();
    await rep.client.call(routes.pushReferrals, { body: { referrals: [row] } });
    expect((await referralsOf(rep)).map(({ id }) => id)).toEqual([row.id]);
    expect(await referralsOf(customer)).toEqual([]);
  });

  test('and nobody sees what somebody else took', async () => {
    const other = await makeCustomer(server);
    await letTake(other, true);
    await take(rep, aRow());
    expect(await takenBy(other)).toMatchObject({ total: 0, completed: 0, rows: [] });
    expect(await takenFor(other)).toEqual([]);
  });
});

describe('The flag', () => {
  test('is given and taken by an admin, and each is in the audit log once', async () => {
    const person = await makeCustomer(server);
    for (const mayTake of [true, true, false]) await letTake(person, mayTake);
    const lines = await server.sql(
      `select details from audit_logs where action = 'user.change' and entity_id = ? order by created_at, id`,
      [person.user.id],
    );
    expect(lines).toEqual([
      { details: 'mayTake: false → true' },
      { details: 'mayTake: true → false' },
    ]);
  });

  test('is not for nobody and people who were erased', async () => {
    const gone = await makeCustomer(server);
    await erase(gone);
    const call = (id: string) =>
      admin.client.refuse(routes.changeMayTake, { params: { id }, body: { mayTake: true } });
    expect((await call(gone.user.id)).body.code).toBe('user_erased');
    expect((await call(randomUUID())).status).toBe(404);
  });

  test('is told to the person’s device', async () => {
    expect((await rep.client.call(routes.currentUser)).body.mayTake).toBe(true);
  });
});

describe('Looking up a code', () => {
  test('tells the display name and nothing else', async () => {
    const look = { params: { code: codeOf(customer).toLowerCase() } };
    expect((await rep.client.call(routes.takenCustomer, look)).body).toEqual({
      name: customer.user.username,
    });
  });

  test('finds nobody where a row would be refused, and ends after many', async () => {
    const look = (code: string) => rep.client.refuse(routes.takenCustomer, { params: { code } });
    expect(await look('ZZZZZZZZ')).toMatchObject({
      status: 404,
      body: { error: 'No customer has the code ZZZZZZZZ' },
    });
    expect((await look(codeOf(rep))).status).toBe(404);
    expect((await look('nothing')).status).toBe(404);
    await server.sql('update rate_limits set count = 200 where key like ?', [
      `customerLookups:user:${rep.user.id}%`,
    ]);
    expect((await look('ZZZZZZZZ')).status).toBe(429);
  });
});

describe('‘Not mine’', () => {
  const sayNotMine = (by: TestPerson, id: string) =>
    by.client.call(routes.notMine, { params: { id } });
  const work = async () => (await admin.client.call(routes.adminStats)).body.work?.notMine;

  test('holds the payment until an admin decides that it stays', async () => {
    const row = aRow();
    await take(rep, row);
    const before = (await work())?.count ?? 0;
    await sayNotMine(customer, row.id);
    await sayNotMine(customer, row.id);
    expect(await work()).toMatchObject({ count: before + 1, since: expect.any(String) });
    const held = await admin.client.refuse(routes.changeReferralStatus, complete(row.id));
    expect(held).toMatchObject({ status: 409, body: { code: 'duplicate_referral' } });
    const act = { act: 'status', id: row.id, status: 'completed', expected: 'submitted' };
    const acted = await admin.client.call(routes.actOnReferrals, { body: { acts: [act] } });
    expect(acted.body.results[0]).toMatchObject({ outcome: 'conflict', why: held.body.error });
    const keep = { params: { id: row.id } };
    const kept = (await admin.client.call(routes.keepTaken, keep)).body;
    expect(kept.taken).toMatchObject({ keptAt: expect.any(String) });
    await admin.client.call(routes.keepTaken, keep);
    await sayNotMine(customer, row.id);
    await admin.client.call(routes.changeReferralStatus, complete(row.id));
    expect(await work()).toMatchObject({ count: before });
    expect(kept.events.map(({ action }) => action)).toEqual([
      'referral.not_mine',
      'referral.keep_taken',
    ]);
    expect(await takenFor(customer)).toMatchObject([{ keptAt: expect.any(String) }]);
  });

  test('ends with the referral when an admin deletes it', async () => {
    const row = aRow();
    await take(rep, row);
    const before = (await work())?.count ?? 0;
    await sayNotMine(customer, row.id);
    await admin.client.call(routes.deleteReferral, { params: { id: row.id } });
    expect((await work())?.count).toBe(before);
    expect(await takenFor(customer)).toEqual([]);
    expect(await referralsOf(customer)).toEqual([]);
  });

  test('is for what was taken for oneself, and nothing else', async () => {
    const row = aRow();
    await take(rep, row);
    const own = { name: 'Own Friend', email: `${randomUUID()}@x.example` };
    const { id } = (await customer.client.call(routes.addReferral, { body: own })).body;
    const refuse = (by: TestPerson, of: string) =>
      by.client.refuse(routes.notMine, { params: { id: of } });
    expect((await refuse(customer, id)).status).toBe(404);
    expect((await refuse(rep, row.id)).status).toBe(404);
    expect((await refuse(customer, randomUUID())).status).toBe(404);
  });
});

describe('Who is gone', () => {
  test('an erased rep is a former colleague, and what they took stays', async () => {
    const row = aRow();
    await take(rep, row);
    await erase(rep);
    expect(await takenFor(customer)).toMatchObject([{ id: row.id, takenBy: FORMER_COLLEAGUE }]);
    expect((await detailOf(row.id)).taken).toMatchObject({
      by: rep.user.id,
      byName: FORMER_COLLEAGUE,
    });
    const [user] = await server.sql('select may_take from users where id = ?', [rep.user.id]);
    expect(user).toEqual({ may_take: false });
  });

  test('of an erased customer the rep’s list forgets everything', async () => {
    await take(rep, aRow());
    await erase(customer);
    expect(await takenBy(rep)).toMatchObject({ total: 0, completed: 0, rows: [] });
  });

  test('a forgotten friend is nobody in the rep’s list, too', async () => {
    const row = aRow();
    await take(rep, row);
    await customer.client.call(routes.forgetFriend, { params: { id: row.id } });
    expect((await takenBy(rep)).rows).toMatchObject([
      { id: row.id, name: 'Forgotten person', email: '', phone: null, address: null },
    ]);
  });

  test('the exports of both tell it, without the other person', async () => {
    const row = aRow();
    await take(rep, row);
    await customer.client.call(routes.notMine, { params: { id: row.id } });
    const own = (await rep.client.call(routes.exportAccount)).body;
    expect(own.takenForOthers).toEqual([{ referralId: row.id, takenAt: expect.any(String) }]);
    expect(JSON.stringify(own)).not.toContain(customer.user.username);
    const theirs = (await customer.client.call(routes.exportAccount)).body;
    expect(theirs.takenForThem).toMatchObject([
      { referralId: row.id, notMineAt: expect.any(String), keptAt: null },
    ]);
    expect(JSON.stringify(theirs)).not.toContain(rep.user.username);
  });
});
