import { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import * as v from 'valibot';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runnerOf } from '../../db/query/statement.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { storeBatch } from '../store/store-batch.ts';
import { findStoredPushes } from './stored-pushes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const row = () => {
  const id = uuidv7();
  return v.parse(PushRow, { id, name: 'Ann Lee', email: `${id}@example.com` });
};

/** One person's rows, stored by one write each and sent again; the verdicts on them, and what to ask with them. */
async function sendAgain() {
  const { user } = await makeCustomer(server);
  const em = server.database.orm.em.fork();
  const rows = [row(), row()];
  const numbers: (string | undefined)[] = [];
  for (const one of rows) numbers.push((await storeBatch(em, user.id, [one])).pushNumber);
  const { verdicts } = await storeBatch(em, user.id, [...rows, ...rows]);
  const ask = () => findStoredPushes(runnerOf(em), user.id, verdicts);
  return { rows, numbers, ask };
}

test('a row sent twice in one call counts once', async () => {
  const { numbers, ask } = await sendAgain();
  expect(new Set(await ask())).toEqual(new Set(numbers));
});

// Otherwise the device would leave the change out of what it asks for, and show the row as it was for good.
test('a row changed after it was read gives no number, neither for what was read nor for the change', async () => {
  const admin = await makeAdmin(server);
  const { rows, numbers, ask } = await sendAgain();
  const status = { params: { id: rows[0]?.id ?? '' }, body: { status: 'in_progress' } };
  await admin.client.call(routes.changeReferralStatus, status);
  expect(await ask()).toEqual([numbers[1]]);
});
