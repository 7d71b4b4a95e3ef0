import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findReferralPage } from '../../src/referrals/list/find-page.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { fillSearch } from './fill-search.ts';

let database: TestDatabase;
const user = randomUUID();
beforeEach(async () => {
  database = await createTestDatabase();
  await execute(
    `insert into users (id, username, email, password, referral_code)
     values (:user, 'u', 'u@x.example', '', 'U')`,
  );
});
afterEach(() => database.drop());

const execute = <Row>(sql: string, em = database.orm.em.fork()) =>
  em.execute<Row[]>(sql.replaceAll(':user', `'${user}'`));
const refer = (count: number, em = database.orm.em.fork()) =>
  execute(
    `insert into referrals (id, user_id, name, email, phone, date, status)
     select gen_random_uuid(), :user, 'Friend number ' || n, 'friend.number.' || n || '@example.com',
       '555 0100 ' || n, now(), 'submitted'
     from generate_series(1, ${count}) n`,
    em,
  );
const fill = () => fillSearch(database.orm);
async function find(q: string): Promise<string[]> {
  const { referrals } = await findReferralPage(database.orm.em.fork(), { q, limit: 2000 });
  return referrals.map(({ name }) => name);
}
async function countSearched(): Promise<number> {
  const [row] = await execute<{ count: number }>(
    'select count(*)::int as count from referral_search',
  );
  return row?.count ?? 0;
}

test('new rows are found before they are in the search table and afterwards', async () => {
  await refer(100);
  expect(await countSearched()).toBe(0);
  expect(await find('number 77')).toEqual(['Friend number 77']);
  expect(await fill()).toBe(100);
  expect(await countSearched()).toBe(100);
  for (const q of ['NUMBER 77', 'number.77@', '0100 77']) {
    expect(await find(q)).toEqual(['Friend number 77']);
  }
  // Only a referrer's own name and email may span what is searched for.
  expect(await find('77\nfriend')).toEqual([]);
  expect(await find('u@x.example')).toHaveLength(100);
});

test('what is there already is added once, and again only if it changed', async () => {
  await refer(3);
  expect(await fill()).toBe(3);
  expect(await fill()).toBe(0);
  await execute(`update referrals set status = 'completed' where name = 'Friend number 1'`);
  expect(await countSearched()).toBe(3);
  expect(await fill()).toBe(1);
  expect(await fill()).toBe(0);
  await execute(`update referrals set name = 'Somebody Else' where name = 'Friend number 2'`);
  expect(await find('somebody')).toEqual(['Somebody Else']);
  expect(await fill()).toBe(1);
  expect(await find('somebody')).toEqual(['Somebody Else']);
  expect(await find('number 2')).toEqual([]);
});

test('what changes or goes leaves the search table at once, and what was erased is not kept there', async () => {
  await refer(3);
  await fill();
  await execute(`update referrals set name = 'Erased' where name = 'Friend number 1'`);
  await execute(`delete from referrals where name = 'Friend number 2'`);
  const left = await execute<{ content: string }>('select content from referral_search');
  expect(left.map(({ content }) => content.split('\n')[0])).toEqual(['friend number 3']);
});

test('a row deleted while it was being added goes the next time', async () => {
  await refer(2);
  await fill();
  await execute(
    `create table left_over as select * from referral_search where name = 'friend number 1'`,
  );
  await execute(`delete from referrals where name = 'Friend number 1'`);
  await execute('insert into referral_search select * from left_over');
  await fill();
  expect(await countSearched()).toBe(1);
});

test('a row of a transaction that runs meanwhile is added the next time', async () => {
  const other = randomUUID();
  await execute(
    `insert into users (id, username, email, password, referral_code)
     values ('${other}', 'o', 'o@x.example', '', 'O')`,
  );
  await database.orm.em.fork().transactional(async (em) => {
    await refer(1, em);
    // Later than that transaction began, but stored before it ends.
    await execute(
      `insert into referrals (id, user_id, name, email, status)
       values (gen_random_uuid(), '${other}', 'Later Than It', 'later@example.com', 'submitted')`,
    );
    expect(await fill()).toBe(1);
    expect(await find('later than')).toEqual(['Later Than It']);
  });
  expect(await find('number 1')).toEqual(['Friend number 1']);
  await fill();
  expect(await countSearched()).toBe(2);
});

test('in a copy of the database, where transaction numbers start over, nothing is missed', async () => {
  await refer(5);
  await fill();
  await execute(`update referral_search_mark set version = '9223372036854775807'`);
  await execute('delete from referral_search');
  expect(await find('number 3')).toEqual(['Friend number 3']);
  expect(await fill()).toBe(5);
  expect(await find('number 3')).toEqual(['Friend number 3']);
});

test('a search that matches more than is worth narrowing down finds all', async () => {
  await refer(1100);
  await fill();
  expect(await find('friend')).toHaveLength(1100);
});

test('an installation without pg_trgm searches, too', async () => {
  await execute('drop index referral_search_content');
  await refer(5);
  expect(await fill()).toBe(5);
  expect(await find('number 3')).toEqual(['Friend number 3']);
});

async function addUser(name: string): Promise<string> {
  const id = randomUUID();
  await execute(
    `insert into users (id, username, email, password, referral_code)
     values ('${id}', '${name}', '${name}@x.example', '', '${name}')`,
  );
  return id;
}

const referAs = (userId: string, name: string, email: string, phone = '') =>
  execute(
    `insert into referrals (id, user_id, name, email, phone, status)
     values (gen_random_uuid(), '${userId}', '${name}', '${email}', '${phone}', 'submitted')`,
  );

async function marked(): Promise<string[]> {
  const rows = await execute<{ name: string }>(
    'select name from referral_search where is_duplicate order by name',
  );
  return rows.map(({ name }) => name);
}

test('whom another user referred, too, is marked on both sides, whoever came first', async () => {
  const [ann, ben, cid] = [await addUser('ann'), await addUser('ben'), await addUser('cid')];
  await referAs(ann, 'a1', 'Same@x.example');
  await referAs(ann, 'a2', 'a2@x.example', '+1 (555) 010-0100');
  await referAs(ann, 'a3', 'a3@x.example', '000000');
  await referAs(ann, 'a4', 'a4@x.example', '000000');
  await referAs(ann, 'a5', 'a5@x.example', '12345');
  await fill();
  expect(await marked()).toEqual([]);
  await referAs(ben, 'b1', 'same@x.example');
  await referAs(ben, 'b5', 'b5@x.example', '12345');
  await referAs(cid, 'c2', 'c2@x.example', '555 0100100');
  // At the same time as each other.
  await referAs(ben, 'b6', 'b6@x.example', '555 999 0000');
  await referAs(cid, 'c6', 'c6@x.example', '555 999 0000');
  await fill();
  expect(await marked()).toEqual(['a1', 'a2', 'b1', 'b6', 'c2', 'c6']);
});

test('a number of zeros is nobody’s, not even until it is read', async () => {
  const [ann, ben, cid] = [await addUser('ann'), await addUser('ben'), await addUser('cid')];
  await execute(`
    create function refuse_mark() returns trigger language plpgsql as $$ begin raise 'marked'; end $$;
    create trigger refuse_mark before insert or update on referral_search for each row
      when (new.is_duplicate) execute function refuse_mark()`);
  await referAs(ann, 'a1', 'a1@x.example', '000-0000');
  await referAs(ben, 'b1', 'b1@x.example', '000-0000');
  await fill();
  await referAs(cid, 'c1', 'c1@x.example', '000-0000');
  await fill();
  expect(await marked()).toEqual([]);
});

test('who is left alone with an email or phone is no longer marked', async () => {
  const [ann, ben, cid] = [await addUser('ann'), await addUser('ben'), await addUser('cid')];
  await referAs(ann, 'a1', 'same@x.example');
  await referAs(ben, 'b1', 'same@x.example');
  await referAs(ann, 'a2', 'a2@x.example', '555 000 1111');
  await referAs(ann, 'a3', 'a3@x.example', '555 000 1111');
  await referAs(ben, 'b2', 'b2@x.example', '555 000 1111');
  await referAs(cid, 'c2', 'c2@x.example', '555 000 1111');
  await fill();
  expect(await marked()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c2']);
  await execute(`delete from referrals where name in ('b1', 'b2')`);
  expect(await marked()).toEqual(['a2', 'a3', 'c2']);
  await execute(`update referrals set phone = '1' where name = 'c2'`);
  expect(await marked()).toEqual([]);
  await fill();
  expect(await marked()).toEqual([]);
});

test('a referrer’s new name is sorted and found at once, and the old one is gone from the table', async () => {
  await refer(3);
  await fill();
  await execute(`update users set username = 'renamed' where id = :user`);
  expect(await countSearched()).toBe(0);
  expect(await find('renamed')).toHaveLength(3);
  expect(await fill()).toBe(3);
  expect(await find('renamed')).toHaveLength(3);
});

test('it gives up where somebody holds a row, and goes on the next time', async () => {
  await refer(2);
  await fill();
  await execute(`update referrals set status = 'completed'`);
  await database.orm.em.fork().transactional(async (em) => {
    await execute(`delete from referrals where name = 'Friend number 1'`, em);
    await expect(fill()).rejects.toThrow('lock timeout');
  });
  expect(await fill()).toBe(1);
});
