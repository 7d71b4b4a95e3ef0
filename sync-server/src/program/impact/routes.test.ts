import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer } from '../../test/server.ts';
import { impactOf } from './formula.ts';

async function setUp() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = await makeAdmin(server);
  const customer = await makeCustomer(server);
  const complete = async () => {
    const id = uuidv7();
    const body = { id, name: 'Friend', email: `${id}@example.com` };
    await customer.client.call(routes.addReferral, { body });
    const change = { params: { id }, body: { status: 'completed' } };
    await admin.client.call(routes.changeReferralStatus, change);
    return id;
  };
  const impact = async () => (await customer.client.call(routes.environmentalImpact)).body;
  return { server, admin, complete, impact };
}

test('is zero, and not calculated, before the first completed referral', async () => {
  const { impact } = await setUp();
  expect(await impact()).toEqual({
    carbonSavedTons: '0',
    treesEquivalent: 0,
    homesPowered: 0,
    pollutionReduced: '0',
    lastCalculated: null,
  });
});

test('follows the completed referrals up and down', async () => {
  const { admin, complete, impact } = await setUp();
  await complete();
  const id = await complete();
  expect(await impact()).toMatchObject({
    carbonSavedTons: '9.6',
    treesEquivalent: 160,
    homesPowered: 2,
    pollutionReduced: '21164',
  });
  await admin.client.call(routes.deleteReferral, { params: { id } });
  expect(await impact()).toMatchObject({ carbonSavedTons: '4.8', treesEquivalent: 80 });
});

test('a changed setting counts from the next calculation', async () => {
  const { server, complete, impact } = await setUp();
  await complete();
  const sql = "update system_settings set value = '6.25' where key = 'impact.tons_per_referral'";
  await server.sql(sql);
  expect((await impact()).carbonSavedTons).toBe('4.8');
  await complete();
  expect((await impact()).carbonSavedTons).toBe('12.5');
});

test('twelve and a half tons are 27,558 pounds', () => {
  const factors = {
    tonsPerReferral: 6.25,
    treesPerTon: 16.67,
    homesPerTon: 0.2084,
    poundsPerTon: 2204.6,
  };
  expect(impactOf(2, factors)).toMatchObject({
    carbonSavedTons: '12.5',
    pollutionReduced: '27558',
  });
});
