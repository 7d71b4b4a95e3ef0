import { onTestFinished } from 'vitest';
import { newestKey } from '../../ground/keys/service.ts';
import { startMailServer, urlOf } from '../mail-server.ts';
import { makeAdmin } from '../people.ts';
import { type BadKinds, changeRows, type Installation, setting } from './installation.ts';

const portOf = ({ mail }: Installation) => Number(new URL(mail.url).port);

const waiting = (subscription: string) => `
  insert into outgoing_messages (key, kind, recipient, data, state, queued_at, subscription_id)
  values ('${subscription}', 'test', 'x@example.com', '{}', 'waiting', now() - interval '200 minutes', ${subscription})`;
const NONE_WAITS = "delete from outgoing_messages where kind = 'test'";

/** Mail servers that do not take what is sent, and messages that wait. */
export const badMessages: BadKinds = {
  'no mail is set up': setting({ SMTP_URL: '' }, /^warn mail: no messages are sent/),
  'SMTP_URL is no address': setting({ SMTP_URL: 'mail' }, /^bad mail: SMTP_URL must look like/),
  'MAIL_FROM is no address': setting({ MAIL_FROM: 'nobody' }, /^bad mail: MAIL_FROM must look/),
  'the mail server does not answer': setting(
    { SMTP_URL: 'smtp://127.0.0.1:9' },
    /^bad mail: .*does not take us: .*ECONNREFUSED/,
  ),
  'the mail server has no such name': setting(
    { SMTP_URL: 'smtp://mail.invalid' },
    /^bad mail: mail\.invalid does not take us/,
  ),
  'the mail server takes another password': [
    /^bad mail: .*does not take us: .*wrong password/,
    (good) => ({ set: { SMTP_URL: urlOf(portOf(good), 'guessed') } }),
  ],
  'the mail server refuses the sender': [
    /^bad mail: .*does not take us: .*no mail from office@sun\.example.*MAIL_FROM/,
    ({ mail }) => {
      onTestFinished(() => {
        mail.senderRefusal = () => undefined;
      });
      mail.senderRefusal = () => 550;
      return {};
    },
  ],
  'the mail server refuses the recipient': [
    /^bad mail: .*does not take us: .*not office@sun\.example/,
    ({ mail }) => {
      onTestFinished(() => {
        mail.refusal = () => undefined;
      });
      mail.refusal = () => 550;
      return {};
    },
  ],
  'the mail server offers no TLS': [
    /^bad mail: .*offers no TLS/,
    async () => {
      const plain = await startMailServer('none');
      onTestFinished(() => plain.close());
      return { set: { SMTP_URL: `${plain.url}&requireTLS=true` } };
    },
  ],
  'nobody vouches for the mail server': [
    /^bad mail: .*does not take us: .*certificate/,
    ({ mail }) => ({ set: { SMTP_URL: mail.url.replace(/\?.*/, '') } }),
  ],
  'SMTP_URL speaks TLS too early': [
    /^bad mail: .*try smtp:\/\//,
    ({ mail }) => ({ set: { SMTP_URL: mail.url.replace('smtp:', 'smtps:') } }),
  ],
  'SMTP_URL speaks TLS too late for its port': setting(
    { SMTP_URL: 'smtp://mail.invalid:465' },
    /^warn mail: .*smtp:\/\/ to port 465.* smtps:\/\/ /,
  ),
  'SMTP_URL speaks TLS too early for its port': setting(
    { SMTP_URL: 'smtps://mail.invalid:587' },
    /^warn mail: .*smtps:\/\/ to port 587.* smtp:\/\/ /,
  ),
  'mail goes without TLS': setting(
    { SMTP_URL: 'smtp://mail.invalid', SMTP_WITHOUT_TLS: 'true' },
    /^warn mail: SMTP_WITHOUT_TLS/,
  ),
  'messages wait for hours': [
    /^bad mail: 1 messages wait, the first for 3 hours/,
    (good) => changeRows(good, waiting('null'), NONE_WAITS),
  ],
  'notifications wait for hours': [
    /^bad push: 1 notifications wait, the first for 3 hours/,
    async (good) => {
      await makeAdmin(good.server);
      const key = await newestKey(good.server.database.orm.em.fork(), 'push');
      await good.server.sql(
        `insert into push_subscriptions (session_id, endpoint, p256dh, auth, server_key)
         select id, 'https://push.example/1', 'x', 'y', ? from sessions limit 1`,
        [key.id],
      );
      return changeRows(good, waiting('(select id from push_subscriptions)'), NONE_WAITS);
    },
  ],
};
