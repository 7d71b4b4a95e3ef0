import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { deviceDb, writeSession } from '../data/device-db.ts';
import { aUser } from '../test/builders.ts';
import { requireNobody, requireSession } from './guard.ts';

/** Where the guard sends the person; undefined when it lets them through. */
async function sentTo(guard: () => Promise<unknown>): Promise<unknown> {
  try {
    await guard();
    return undefined;
  } catch (error) {
    if (!isRedirect(error)) throw error;
    return error.options.to;
  }
}

async function signInHere() {
  const user = aUser();
  const times = { etag: null, fetchedAt: Date.now(), signedInAt: 0 };
  await writeSession({ key: 'session', state: 'active', user, ...times });
  return user;
}

test('a device nobody signed in on leads to /auth and stays there', async () => {
  await deviceDb.device.clear();
  expect(await sentTo(requireSession)).toBe('/auth');
  expect(await sentTo(requireNobody)).toBeUndefined();
});

test('the last signed-in person gets in without any request, and not to /auth', async () => {
  const user = await signInHere();
  expect(await requireSession()).toEqual({ signedIn: { user, lock: null } });
  expect(await sentTo(requireNobody)).toBe('/');
});

test('a sign-out the server does not know of yet counts as signed out', async () => {
  const { id: userId } = await signInHere();
  await writeSession({ key: 'session', state: 'signing-out', userId, unsent: 'keep', since: 0 });
  expect(await sentTo(requireSession)).toBe('/auth');
});
