import { randomUUID } from 'node:crypto';
import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { mailTo } from '../../../test/mail-server.ts';
import { composeMessage } from '../compose.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['America/New_York', '2026-12-31 20:00 (America/New_York)'],
  ['Asia/Kolkata', '2027-01-01 06:30 (Asia/Kolkata)'],
  ['UTC', '2027-01-01 01:00 (UTC)'],
])('a sign-in is told by the clock of an office in %s, which it names', async (zone, when) => {
  const em = database.orm.em.fork();
  const userId = randomUUID();
  await em.execute(
    `insert into users (id, username, email, password, referral_code)
     values (:userId, :userId, :userId || '@people.example', '', :userId)`,
    { userId },
  );
  await em.execute('update system_settings set value = ? where key = ?', [zone, TIME_ZONE_SETTING]);
  const told = await composeMessage(em, mailTo(undefined), {
    kind: 'new_sign_in',
    userId,
    recipient: `${userId}@people.example`,
    data: { userAgent: null, place: '192.0.2.0/24', at: '2027-01-01T01:00:00.000Z' },
  });
  if (told === undefined || told === 'ended') throw new Error('nothing was told');
  expect(told.text).toContain(`When: ${when}`);
});
