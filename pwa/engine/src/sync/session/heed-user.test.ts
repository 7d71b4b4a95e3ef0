import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { expect, test } from 'vitest';
import { draftStore } from '../../data/drafts.ts';
import { readSession } from '../../data/device-db.ts';
import { aUser } from '../../test/builders.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { checkUser } from '../answers/check-user.ts';
import { hasLostProfile } from './lost-profile.ts';
import { signIn } from './session.ts';

const [EARLIER, LATER] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'];
const before = { username: 'Ann', phone: '520-555-0100', updatedAt: EARLIER };
const changed = { username: 'Ann Lee', phone: null, updatedAt: LATER, epoch: 'first' };

/** A device that knows one profile and hears of another. */
async function hear(known: Partial<CurrentUser>, answer: Partial<CurrentUser>) {
  const user = aUser(known);
  const { db, server, clock } = await aSignedInDevice(user);
  await db.drafts.clear();
  return {
    db,
    drafts: draftStore(db, 'profile'),
    check: async () => {
      server.user = { ...user, ...answer };
      await checkUser(db, clock.deps);
    },
  };
}

test('a profile that the server has lost comes back as a draft that asks, and is not sent (rule 38)', async () => {
  const { db, drafts, check } = await hear(changed, { ...before, epoch: 'second' });
  await check();
  expect(await drafts.read()).toEqual({
    username: 'Ann Lee',
    'username:seen': '\0',
    phone: '',
    'phone:seen': '\0',
  });
  expect(await readSession()).toMatchObject({ user: { username: 'Ann', epoch: 'second' } });
  expect(await hasLostProfile(db)).toBe(true);
  await drafts.save({ phone: '1', 'phone:seen': '' });
  expect(await hasLostProfile(db)).toBe(false);
});

test('so does one of before the person signed in again', async () => {
  const user = aUser({ ...changed });
  const { db, clock } = await aSignedInDevice(user);
  await signIn({ ...user, ...before, epoch: 'second' }, clock.deps);
  expect(await draftStore(db, 'profile').read()).toMatchObject({ username: 'Ann Lee' });
});

test('what is typed in the form meanwhile stays', async () => {
  const { drafts, check } = await hear(changed, { ...before, epoch: 'second' });
  await drafts.save({ phone: '1', 'phone:seen': '' });
  await check();
  expect(await drafts.read()).toMatchObject({ username: 'Ann Lee', phone: '1', 'phone:seen': '' });
});

test.each([
  ['an older profile of the same run is only late', { ...before, epoch: 'first' }],
  ['a newer one was changed elsewhere', { ...before, updatedAt: '2026-11-21T10:00:00.000Z' }],
  ['an older build does not tell', { username: 'Ann', updatedAt: undefined, epoch: undefined }],
])('%s', async (_, answer) => {
  const { drafts, check } = await hear(changed, answer);
  await check();
  expect(await drafts.read()).toBeNull();
});
