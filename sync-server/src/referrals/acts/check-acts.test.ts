import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeAdmin } from '../../test/people.ts';
import { outcomesOf, toStatus, withActingAdmin } from '../../test/acting-admin.ts';

const { act, admin, auditOf, newReferral, server, statusOf } = withActingAdmin();

const keyed = (change: ReturnType<typeof toStatus>) => ({ ...change, key: randomUUID() });
const check = async (acts: ReferralAct[]) => {
  const body = { acts, isCheck: true };
  return (await admin().client.call(routes.actOnReferrals, { body })).body.results;
};

test('a check changes nothing and says what was done', async () => {
  const [done, lost, deleted, kept] = await Promise.all(
    Array.from({ length: 4 }, () => newReferral()),
  );
  const change = keyed(toStatus(done!, 'completed'));
  const deletion = (id: string) => ({ act: 'delete', id, expected: 'submitted' }) as const;
  await act([change, deletion(deleted!)]);
  await act([toStatus(done!, 'in_progress', 'completed')], await makeAdmin(server()));
  const results = await check([
    change,
    keyed(toStatus(lost!, 'completed')),
    deletion(deleted!),
    deletion(kept!),
    keyed(toStatus(randomUUID(), 'completed')),
    deletion(randomUUID()),
  ]);
  expect(outcomesOf(results)).toEqual(['done', 'conflict', 'done', 'conflict', 'gone', 'gone']);
  expect(results[1]?.referral).toMatchObject({ id: lost, status: 'submitted' });
  expect(await Promise.all([done!, lost!, kept!].map(statusOf))).toEqual([
    'in_progress',
    'submitted',
    'submitted',
  ]);
  expect(await auditOf(lost!)).toEqual([]);
});

test('an act without a key is as it should be if the status is', async () => {
  const id = await newReferral();
  await act([toStatus(id, 'contact_made')]);
  expect(outcomesOf(await check([toStatus(id, 'contact_made')]))).toEqual(['done']);
  expect(outcomesOf(await check([toStatus(id, 'completed')]))).toEqual(['conflict']);
});
