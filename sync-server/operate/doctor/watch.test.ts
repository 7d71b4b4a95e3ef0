import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDue } from '../../src/messages/mail/send.ts';
import { mailTo, startMailServer, type MailServer } from '../../src/test/mail-server.ts';
import { makeAdmin, type TestPerson } from '../../src/test/people.ts';
import { startTestServer, type TestServer } from '../../src/test/server.ts';
import { parseEnv } from '../env/env.ts';
import { summarizeDay } from '../housekeeping/daily-summary.ts';
import { lookIfDue } from './watch.ts';

let smtp: MailServer;
let server: TestServer;
let admin: TestPerson;
let folder: string;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ mail: { mail: mailTo(smtp.url) } });
  admin = await makeAdmin(server);
  await server.sql('update users set email_confirmed_at = now() where id = ?', [admin.user.id]);
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-watch-'));
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await rm(folder, { recursive: true });
});

const settings = (changes = {}) =>
  parseEnv({ DATABASE_URL: server.database.url, DATA_DIR: folder, ...changes });
const faults = async () => (await admin.client.call(adminReferralRoutes.adminStats)).body.faults;
const isDueAgain = () => server.sql("update installation_faults set noted_at = '-infinity'");

test('what is wrong is told to admins in one letter a day and at the desk, until it is mended', async () => {
  const { orm } = server.database;
  expect(await faults()).toEqual([]);
  await lookIfDue(settings({ METRICS_TOKEN: 'short' }), orm);
  const guessed = { check: 'metrics', say: expect.stringContaining('can be guessed') as string };
  expect(await faults()).toContainEqual(guessed);
  // Another process that looks within the hour sees that it was done.
  await lookIfDue(settings(), orm);
  expect(await faults()).toContainEqual(guessed);

  await Promise.all([summarizeDay(orm, 0), summarizeDay(orm, 0)]);
  await summarizeDay(orm, 0);
  await sendDue(orm.em.fork());
  const letters = smtp.received.filter(({ to }) => to === admin.user.email);
  expect(letters).toHaveLength(1);
  expect(letters[0]?.body).toMatch(/Today: .*wrong/);
  expect(letters[0]?.body).toContain('metrics: METRICS_TOKEN can be guessed');

  await isDueAgain();
  await lookIfDue(settings(), orm);
  expect((await faults())?.map(({ check }) => check)).not.toContain('metrics');
});
