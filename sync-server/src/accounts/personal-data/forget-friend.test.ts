import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { changeOwnPhone } from '../../visitors/quotes/own-request.ts';
import { aCall } from '../../test/calls.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { snapshotTables } from '../../test/snapshot.ts';
import { readWholeDatabase } from '../../test/whole-database.ts';

let server: TestServer;
let admin: TestPerson;
let owner: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  [owner, other] = [await makeCustomer(server), await makeCustomer(server)];
});

let serial = 0;
/** A person whose name, email and address contain a word that nobody else's do, and whose phone is theirs alone. */
function aFriend(overrides: Record<string, unknown> = {}) {
  const word = randomUUID().slice(0, 8);
  const phone = `(602) 555-${String(++serial).padStart(4, '0')}`;
  const contact = { email: `mail-${word}@friends.example`, phone, address: `${word} Hill Road` };
  return { id: uuidv7(), word, name: `Ada ${word}`, ...contact, ...overrides };
}
type Friend = ReturnType<typeof aFriend>;

const refer = async (by: TestPerson, body: Friend) =>
  (await by.client.call(routes.addReferral, { body })).body;
const forget = (by: TestPerson, id: string) =>
  by.client.call(routes.forgetFriend, { params: { id } });
const forgetAs = (id: string, of: 'referral' | 'quote' = 'referral') =>
  admin.client.call(routes.forgetPerson, { body: { of, id } });
const ownRow = async ({ client }: TestPerson, id: string) =>
  (await client.call(routes.listReferrals)).body.find((row) => row.id === id);
const setStatus = (id: string, status: 'completed' | 'contact_made') =>
  admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });
const FORGOTTEN = { name: 'Forgotten person', email: '', phone: null, address: null };

/** Where one of the words is found, as table and row. */
async function findTraces(words: readonly string[]): Promise<string[]> {
  const rows = await readWholeDatabase(server.database.orm);
  return rows.filter((row) => words.some((word) => row.includes(word)));
}

/** A person in every place that names one: referred twice, called, paid for, and with quote requests of their own. */
async function makeFriendEverywhere() {
  const friend = aFriend();
  const { word } = friend;
  await refer(owner, friend);
  // The other referrer knows them by another email and writes the phone in another way.
  const twin = aFriend({ name: `Augusta ${word}`, phone: `+1 ${friend.phone} ext. 7` });
  await refer(other, twin);
  await setStatus(friend.id, 'completed');
  const note = { note: `${word} wants batteries`, isShared: true };
  const acts = [aCall(friend.id, 'no_answer', note)];
  await admin.client.call(routes.actOnReferrals, { body: { acts } });
  const wish = { name: friend.name, phone: friend.phone, message: `${word} has a roof` };
  const ask = async (referralCode?: string) => {
    const email = friend.email.toUpperCase();
    const body = { ...wish, email, address: friend.address, ...(referralCode && { referralCode }) };
    return (await server.client().call(routes.requestQuote, { body })).body.id;
  };
  const quotes = [await ask(), await ask(owner.user.referralCode ?? '')];
  await fillSearch(server.database.orm);
  const digits = friend.phone.slice(-8);
  const marks = [word, word.toUpperCase(), twin.word, digits, `602${digits.replace('-', '')}`];
  return { friend, twin, quotes, marks };
}

async function figuresOf() {
  const stats = (await admin.client.call(routes.adminStats)).body;
  const { weeks, completion, payoutMonths } = (await admin.client.call(routes.report)).body;
  const payouts = (await admin.client.call(routes.payouts)).body.map(
    ({ id, amountCents, date, referralId }) => ({ id, amountCents, date, referralId }),
  );
  const { referrals, rewards } = stats as unknown as Record<string, unknown>;
  return { referrals, rewards, weeks, completion, payoutMonths, payouts };
}

describe('An admin forgets a friend', () => {
  test('nothing names the person anywhere in the database, whoever referred them; figures and ledger stay', async () => {
    const { friend, twin, quotes, marks } = await makeFriendEverywhere();
    const tables = new Set((await findTraces(marks)).map((row) => row.split(':')[0]));
    expect([...tables].toSorted()).toEqual([
      'calls',
      'quotes',
      'referral_search',
      'referrals',
      'reward_history',
    ]);
    const figures = await figuresOf();
    await forgetAs(friend.id);
    expect(await findTraces(marks)).toEqual([]);
    expect(await figuresOf()).toEqual(figures);
    expect(await ownRow(owner, friend.id)).toMatchObject({ ...FORGOTTEN, status: 'completed' });
    expect(await ownRow(other, twin.id)).toMatchObject(FORGOTTEN);
    const listed = (await admin.client.call(routes.quotes)).body;
    const [open, converted] = quotes.map((id) => listed.find((quote) => quote.id === id));
    const emptied = { ...FORGOTTEN, phone: '', message: null };
    // Nobody can answer the open one any more.
    expect(open).toMatchObject({ ...emptied, status: 'closed' });
    expect(converted).toMatchObject({ ...emptied, status: 'converted' });
    await fillSearch(server.database.orm);
    expect(await findTraces(marks)).toEqual([]);
  });

  test('each row has a line in the audit log that says who did it and nothing of the person', async () => {
    const { friend, twin } = await makeFriendEverywhere();
    await forgetAs(friend.id);
    for (const id of [friend.id, twin.id]) {
      const { events } = (await admin.client.call(routes.adminReferral, { params: { id } })).body;
      expect(events.at(-1)).toMatchObject({
        action: 'referral.forget',
        username: admin.user.username,
        details: null,
      });
    }
  });

  test('from a quote request that is nobody’s referral', async () => {
    const { name, email, phone } = aFriend();
    const body = { name, email, phone };
    const { id } = (await server.client().call(routes.requestQuote, { body })).body;
    await forgetAs(id, 'quote');
    expect(await findTraces([email, name, phone])).toEqual([]);
    const convert = { params: { id }, body: { status: 'converted', userId: owner.user.id } };
    expect(await admin.client.refuse(routes.changeQuote, convert)).toMatchObject({ status: 409 });
  });

  test('changes nothing the second time, and is 404 where there is nothing', async () => {
    const row = await refer(owner, aFriend());
    await forgetAs(row.id);
    const before = await snapshotTables(server.database.orm);
    await forgetAs(row.id);
    await forget(owner, row.id);
    for (const of of ['referral', 'quote']) {
      const body = { of, id: randomUUID() };
      expect((await admin.client.refuse(routes.forgetPerson, { body })).status).toBe(404);
    }
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });

  test('whoever is not to be contacted stays so', async () => {
    const friend = aFriend();
    await refer(owner, friend);
    const body = { of: 'referral', id: friend.id, reason: 'They asked' } as const;
    await admin.client.call(routes.markDoNotContact, { body });
    await forgetAs(friend.id);
    const { name, email } = friend;
    const refused = await other.client.refuse(routes.addReferral, { body: { name, email } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'do_not_contact' } });
    const nobody = await admin.client.refuse(routes.markDoNotContact, { body });
    expect(nobody.status).toBe(404);
  });

  test('a user who is erased afterwards leaves them forgotten, and each is counted for the devices of admins', async () => {
    const erased = async () =>
      (await admin.client.call(routes.currentUser)).body.erasedUsers ?? Number.NaN;
    const row = await refer(owner, aFriend());
    const before = await erased();
    await forgetAs(row.id);
    expect(await erased()).toBe(before + 1);
    await admin.client.call(routes.eraseUser, { params: { id: owner.user.id } });
    expect(await erased()).toBe(before + 2);
  });
});

describe('A referrer forgets their friend', () => {
  test('only rows of theirs are emptied, and others’ are not theirs to forget', async () => {
    const friend = aFriend();
    const also = aFriend({ phone: friend.phone });
    const theirs = { ...friend, id: uuidv7() };
    const [mine, second] = [await refer(owner, friend), await refer(owner, also)];
    await refer(other, theirs);
    const refused = await other.client.refuse(routes.forgetFriend, { params: { id: mine.id } });
    expect(refused.status).toBe(404);
    await forget(owner, mine.id);
    expect(await ownRow(owner, mine.id)).toMatchObject(FORGOTTEN);
    expect(await ownRow(owner, second.id)).toMatchObject(FORGOTTEN);
    expect(await ownRow(other, theirs.id)).toMatchObject({
      name: friend.name,
      phone: friend.phone,
    });
  });

  test('their other devices read it as a change', async () => {
    const row = await refer(owner, aFriend());
    const pull = async (since: string) =>
      (await owner.client.call(routes.pullReferrals, { query: { since } })).body;
    const { cursor } = await pull('');
    await forgetAs(row.id);
    const { upserts, full } = await pull(cursor);
    expect(full).toBe(false);
    expect(upserts).toMatchObject([{ id: row.id, ...FORGOTTEN }]);
    expect(Date.parse(upserts[0]?.updatedAt ?? '')).toBeGreaterThan(Date.parse(row.updatedAt));
  });

  test('sending the row again says that it is there and brings nothing back; a new one is a new one', async () => {
    const friend = aFriend();
    await refer(owner, friend);
    await forget(owner, friend.id);
    const single = await owner.client.call(routes.addReferral, { body: friend });
    expect(single).toMatchObject({ status: 200, body: FORGOTTEN });
    for (const brief of [{}, { brief: true, briefStored: true }]) {
      const body = { referrals: [friend], ...brief };
      const { results } = (await owner.client.call(routes.pushReferrals, { body })).body;
      expect(results[0]).toMatchObject({ status: 'stored', referral: FORGOTTEN });
    }
    expect(await findTraces([friend.email])).toEqual([]);
    const typed = await owner.client.call(routes.addReferral, {
      body: { ...friend, id: uuidv7() },
    });
    expect(typed.status).toBe(201);
  });

  test('whoever asked by a link is not called by the new number they give once the row is forgotten', async () => {
    const { name, email, phone } = aFriend();
    const body = { name, email, phone, referralCode: owner.user.referralCode ?? '' };
    const quote = (await server.client().call(routes.requestQuote, { body })).body;
    const [row] = (await owner.client.call(routes.listReferrals)).body;
    await forget(owner, row?.id ?? '');
    await changeOwnPhone(server.database.orm.em.fork(), quote.id, '(602) 555-9999');
    expect(await ownRow(owner, row?.id ?? '')).toMatchObject({ phone: null });
  });
});

test('Forgotten people are not called, and are nobody’s duplicates', async () => {
  const work = async () => {
    await fillSearch(server.database.orm);
    return (await admin.client.call(routes.adminStats)).body.work;
  };
  const before = await work();
  const friends = [aFriend(), aFriend()];
  await refer(owner, friends[0] as Friend);
  await refer(other, friends[1] as Friend);
  expect((await work())?.calls.count).toBe((before?.calls.count ?? 0) + 2);
  for (const { id } of friends) {
    await server.sql(`insert into leads (referral_id, due_on) values (?, '2026-01-02')`, [id]);
    await forgetAs(id);
  }
  const after = await work();
  expect(after?.calls.count).toBe(before?.calls.count);
  expect(after?.duplicates.count).toBe(before?.duplicates.count);
  const { calls } = (await admin.client.call(routes.callList)).body;
  expect(calls.filter(({ referral }) => referral.name === 'Forgotten person')).toEqual([]);
  for (const { id } of friends) {
    const detail = (await admin.client.call(routes.adminReferral, { params: { id } })).body;
    expect(detail).toMatchObject({ duplicates: [], isUndecided: false, doNotContact: null });
  }
});
