import { isRedirect } from '@tanstack/react-router';
import { SIGNED_IN_COOKIE } from '@sunloop/shared-types/limits.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceDb, writeSession } from '@sunloop/engine/data/device-db.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import { oweSignOut } from '@sunloop/engine/test/owed-sign-out.ts';
import { requireNobody, requireSession } from './guard.ts';

const cookies = (cookie: string) => vi.stubGlobal('document', { cookie });
beforeEach(() => cookies(''));
afterEach(() => void vi.unstubAllGlobals());

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

test('a device nobody is signed in on goes to /auth and stays there', async () => {
  await deviceDb.device.clear();
  expect(await sentTo(requireSession)).toBe('/auth');
  expect(await sentTo(requireNobody)).toBeUndefined();
});

test('whoever shared something without being signed in is told at /auth what became of it', async () => {
  await deviceDb.device.clear();
  const refusal = (upload: unknown) =>
    requireSession({ location: { search: { upload } } }).catch((error: unknown) =>
      isRedirect(error) ? error.options.search : error,
    );
  expect(await refusal('shared')).toEqual({ shared: 1 });
  expect(await refusal(1)).toEqual({});
});

test('the last signed-in person gets in without any request, and is kept away from /auth', async () => {
  const user = await signInHere();
  expect(await requireSession()).toEqual({ signedIn: { user, lock: null } });
  expect(await sentTo(requireNobody)).toBe('/');
});

test('a sign-out that the server does not know about yet counts', async () => {
  const { id: userId } = await signInHere();
  await oweSignOut(userId, 'keep');
  expect(await sentTo(requireSession)).toBe('/auth');
});

test('a device whose storage was cleared but not its cookies asks the server who is signed in', async () => {
  await deviceDb.device.clear();
  const user = aUser();
  const server = new FakeServer(user);
  cookies(`theme=dark; ${SIGNED_IN_COOKIE}=1`);
  expect(await requireSession()).toEqual({ signedIn: { user, lock: null } });
  expect(await sentTo(requireNobody)).toBe('/');
  expect(server.sentTo('/api/user')).toHaveLength(1);
});

test('if the server knows nobody either, the sign-in page stays', async () => {
  await deviceDb.device.clear();
  new FakeServer(aUser()).user = null;
  cookies(`${SIGNED_IN_COOKIE}=1`);
  expect(await sentTo(requireSession)).toBe('/auth');
  expect(await sentTo(requireNobody)).toBeUndefined();
});

test('while a sign-out is owed to the server, nobody is signed in again', async () => {
  await deviceDb.device.clear();
  const user = aUser();
  const server = new FakeServer(user);
  cookies(`${SIGNED_IN_COOKIE}=1`);
  await oweSignOut(user.id, 'keep');
  expect(await sentTo(requireSession)).toBe('/auth');
  expect(server.requests).toEqual([]);
});
