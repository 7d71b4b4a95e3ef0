import { routes } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer } from '../../test/server.ts';

test('What customers earned is the sum of what was paid and what is owed', async () => {
  const server = await startTestServer();
  const { client } = await makeAdmin(server);
  const customer = await makeCustomer(server);
  for (let n = 0; n < 3; n++) {
    const id = uuidv7();
    const body = { id, name: 'Friend', email: `${id}@example.com` };
    await customer.client.call(routes.addReferral, { body });
    const change = { params: { id }, body: { status: 'completed' } };
    await client.call(routes.changeReferralStatus, change);
  }
  const [newest] = (await client.call(routes.payouts)).body;
  await client.call(routes.markPayouts, { body: { ids: [newest?.id], isPaid: 'true' } });
  expect((await client.call(routes.adminStats)).body).toMatchObject({
    totalReferralsPaidOut: 1000,
    totalPaid: 400,
    totalOwed: 600,
  });
  await server.close();
});
