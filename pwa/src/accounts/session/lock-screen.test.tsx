// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { DeviceLock } from '@sunloop/engine/data/device-lock.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { aNewReferral } from '@sunloop/engine/test/builders.ts';
import { cutBefore } from '@sunloop/engine/test/fake-answers.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { LockScreen } from './lock-screen.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

async function lockWith(waiting: number, lock: DeviceLock = 'away') {
  const device = await aSignedInDevice();
  device.server.intercept = () => cutBefore;
  if (waiting > 0) {
    const rows = Array.from({ length: waiting }, () => aNewReferral({ name: 'Secret Friend' }));
    await enqueue(device.db, rows);
  }
  const handlers = { onSignIn: vi.fn(), onLogOut: vi.fn(), onLook: vi.fn() };
  render(<LockScreen lock={lock} days={30} {...handlers} />, withDb(device.db));
  return { ...device, ...handlers };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the lock counts what waits but does not show it (rule 36)', async () => {
  await lockWith(3);
  expect(await screen.findByText('3 entries wait here.')).toBeTruthy();
  expect(document.body.textContent).toContain('for 30 days or longer');
  expect(document.body.textContent).not.toContain('Secret Friend');
});

test('what waits can be saved as a file from behind the lock (rule 36)', async () => {
  const { db } = await lockWith(1);
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  await screen.findByText('One entry waits here.');
  await press('Save what waits as a file');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const [file] = save.mock.calls[0] ?? [];
  expect(await (file as Blob).text()).toContain('Secret Friend');
  expect(await db.outbox.count()).toBe(1);
});

test('if nothing waits, there is no file to save', async () => {
  await lockWith(0);
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: 'Save what waits as a file' })).toBeNull();
});

test('an unsuccessful check says so, and notifies whoever shows the lock', async () => {
  const { onLook } = await lockWith(0);
  await press('Try again');
  expect(await screen.findByText(/has not unlocked it/)).toBeTruthy();
  expect(onLook).toHaveBeenCalledOnce();
});

test('an inactive account is told apart from a long absence', async () => {
  const { onSignIn } = await lockWith(0, 'inactive');
  expect(screen.getByRole('heading', { name: 'Your account is inactive' })).toBeTruthy();
  await press('Sign in');
  expect(onSignIn).toHaveBeenCalledOnce();
});
