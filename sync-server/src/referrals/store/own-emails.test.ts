import { routes } from '@sunloop/shared-types/routes.ts';
import { emailMailbox, emailPerson } from '@sunloop/shared-types/values/email-person.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Migration019EarlierEmails } from '../../db/migrations/019-earlier-emails.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const row = (email: string) => ({ id: randomUUID(), name: 'Me Again', email });
const tagged = (email: string) => email.replace('@', '+sun@').toUpperCase();

const refused = { code: 'self_referral', error: 'You cannot refer yourself' };

/** Tries every way a person may become somebody's referral; each must be refused. */
async function expectRefused({ client, user }: TestPerson, email: string) {
  expect((await client.refuse(routes.addReferral, { body: row(email) })).body).toEqual(refused);
  const friend = `${randomUUID()}@x.example`;
  const twice = [row(email), row(friend), row(friend)];
  for (const referrals of [[row(email)], twice]) {
    const { body } = await client.call(routes.pushReferrals, { body: { referrals } });
    expect(body.results[0]).toMatchObject({ status: 'rejected', ...refused });
  }
  const wish = { name: 'Me Again', email, phone: '5' };
  const viaLink = { ...wish, referralCode: user.referralCode };
  await server.client().call(routes.requestQuote, { body: viaLink });
  const { body: quote } = await server.client().call(routes.requestQuote, { body: wish });
  const body = { status: 'converted', userId: user.id };
  const change = { params: { id: quote.id }, body };
  expect((await admin.client.refuse(routes.changeQuote, change)).body).toEqual(refused);
  const { body: own } = await client.call(routes.listReferrals);
  expect(own.map((referral) => referral.email)).toEqual([friend]);
}

test('nobody refers themselves under a tag of their email', async () => {
  const person = await makeCustomer(server);
  await expectRefused(person, tagged(person.user.email));
});

test('nobody with a tag in their email refers themselves without it', async () => {
  const name = randomUUID();
  const person = await makeCustomer(server, { email: `${name}+home@x.example` });
  await expectRefused(person, `${name}@x.example`);
});

test('nobody refers themselves under an email they had before', async () => {
  const person = await makeCustomer(server);
  for (const email of [`${randomUUID()}@x.example`, `${randomUUID()}@x.example`])
    await person.client.call(routes.changeProfile, { body: { email } });
  await expectRefused(person, tagged(person.user.email));
});

test('nobody refers themselves under an email an admin replaced', async () => {
  const person = await makeCustomer(server);
  const { id, email } = person.user;
  const change = { params: { id }, body: { email: `${randomUUID()}@x.example` } };
  await admin.client.call(routes.changeUser, change);
  await expectRefused(person, email);
});

test('an email that only starts the same, or has other dots, is another person', async () => {
  const name = randomUUID();
  const { client } = await makeCustomer(server, { email: `${name}@x.example` });
  const others = [`${name}x@x.example`, `${name}@y.example`, `a.${name}@x.example`];
  const body = { referrals: others.map(row) };
  const { results } = (await client.call(routes.pushReferrals, { body })).body;
  expect(results.map(({ status }) => status)).toEqual(Array(3).fill('created'));
});

test.each(['addReferral', 'pushReferrals'] as const)(
  'a change of the email that is being stored at the moment leaves no gap to %s',
  async (name) => {
    const { client, user } = await makeCustomer(server);
    const given = row(user.email);
    const body = name === 'addReferral' ? given : { referrals: [given] };
    const { answer } = await server.database.orm.em.fork().transactional(async (tx) => {
      await tx.execute('update users set email = ? where id = ?', [`new-${user.email}`, user.id]);
      const call = client.fetch(routes[name].path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      await waitUntilBlocked(server.database);
      return { answer: { call } };
    });
    expect(await (await answer.call).text()).toContain('self_referral');
    expect((await client.call(routes.listReferrals)).body).toEqual([]);
  },
);

test('changes made before the rule are known from the audit log', async () => {
  const { user } = await makeCustomer(server);
  const old = `Old+x.${randomUUID()}@x.example`;
  const details = `username: a → b; email: ${old} → ${user.email}; phone: none → 5`;
  await server.sql(
    `insert into audit_logs (id, user_id, action, entity, entity_id, details)
     values (gen_random_uuid(), ?, 'user.change_profile', 'user', ?, ?)`,
    [user.id, user.id, details],
  );
  const backfill = backfillOf(Migration019EarlierEmails);
  await server.sql(backfill);
  const rows = await server.sql('select person from earlier_emails where user_id = ?', [user.id]);
  expect(rows).toEqual([{ person: emailPerson(old) }]);
});

/** The last statement of the migration. */
function backfillOf(Step: typeof Migration019EarlierEmails): string {
  const statements: string[] = [];
  Step.prototype.up.call({ addSql: (sql: string) => statements.push(sql) } as never);
  return statements.at(-1) ?? '';
}

test('server and database agree on which person and which mailbox an email stands for', async () => {
  const odd = ['A@x.io', 'a+b@x.io', 'a+b+c@x.io', '+a@x.io', "o'b+1@x.io", 'a@x+y', 'a.b@x.io'];
  const gmail = ['A.b.+c@GMail.com', 'a.b@googlemail.com', 'a.b@gmail.com.x', 'a.b@x.gmail.com'];
  const emails = [...odd, ...gmail, '+.@gmail.com', '.@gmail.com'];
  const rows = await server.sql<{ person: string; mailbox: string }>(
    `select email_person(e) as person, email_mailbox(e) as mailbox
     from unnest(?::text[]) with ordinality t (e, n) order by n`,
    [`{${emails.join(',')}}`],
  );
  expect(rows.map(({ person }) => person)).toEqual(emails.map(emailPerson));
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(emails.map(emailMailbox));
});
