import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { sendDue } from '../../messages/mail/send.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
});
afterAll(() => server.close());

test('a person’s file names the messages to them, and erasing the person removes these and their links', async () => {
  const [admin, { client, user }] = [await makeAdmin(server), await makeCustomer(server)];
  const fresh = `new-${user.email}`;
  await sendDue(server.database.orm.em.fork());
  await client.call(routes.changeProfile, { body: { email: fresh } });
  await server.client().call(routes.askPasswordReset, { body: { email: user.email } });
  await sendDue(server.database.orm.em.fork());
  // Not looked up yet.
  await server.client().call(routes.askPasswordReset, { body: { email: user.email } });
  const { messages } = (await client.call(routes.exportAccount)).body;
  expect(messages.map(({ kind, to }) => [kind, to])).toEqual([
    ['password_reset', user.email],
    ['confirm_email', fresh],
    ['confirm_email', user.email],
  ]);
  await admin.client.call(routes.eraseUser, { params: { id: user.id } });
  // Of an address that nobody confirmed it is left until it is looked up, and then for nobody.
  await sendDue(server.database.orm.em.fork());
  const left = await server.sql(
    `select m.key from outgoing_messages m where m.user_id = :id or m.recipient in (:email, :fresh)
     union all select l.kind from one_time_links l where l.user_id = :id
     union all select u.pending_email from users u where u.id = :id and u.pending_email is not null`,
    { id: user.id, email: user.email, fresh },
  );
  expect(left).toEqual([]);
});
