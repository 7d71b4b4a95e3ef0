// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueueActs } from '@sunloop/engine/acts.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { aNewReferral, anAdminReferral, aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { LogoutDialog } from './logout-dialog.tsx';
import { useLogout } from './use-logout.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

let db: UserDb;

beforeEach(async () => {
  const device = await aSignedInDevice(aUser({ role: 'admin' }));
  ({ db } = device);
  device.server.intercept = () => () => {
    throw new TypeError('no signal');
  };
  await patchSyncState(db, { reach: 'offline' });
});

function Page() {
  const logout = useLogout();
  return (
    <>
      <button type="button" onClick={() => void logout.ask()}>
        Logout
      </button>
      <LogoutDialog logout={logout} />
    </>
  );
}

async function askToLeave(title: string) {
  render(<Page />, withDb(db));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  return screen.findByRole('alertdialog', { name: title });
}

const saveActs = (count: number) =>
  enqueueActs(
    db,
    Array.from({ length: count }, () => {
      const { id } = anAdminReferral();
      return { act: 'status', id, status: 'completed', expected: 'submitted' } as const;
    }),
  );
const saveConflict = () => {
  const { id } = anAdminReferral();
  const act = { act: 'delete', id, expected: 'submitted' } as const;
  return db.conflicts.put({ id, act, referral: null, outcome: 'gone', at: 1, who: 'Ada' });
};

test('Waiting referrals are counted as referrals', async () => {
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  const dialog = await askToLeave('You have unsent referrals');
  await vi.waitFor(() =>
    expect(dialog.textContent).toContain('2 referrals have not reached our server.'),
  );
});

test('An admin’s changes are counted apart from referrals', async () => {
  await saveActs(3);
  await enqueue(db, [aNewReferral()]);
  const dialog = await askToLeave('You have unsent work');
  await vi.waitFor(() =>
    expect(dialog.textContent).toContain('3 changes to referrals and 1 referral have not'),
  );
});

test('A change that was not made and waits for an answer holds up logging out, too', async () => {
  await saveConflict();
  const dialog = await askToLeave('You have unsent work');
  await vi.waitFor(() =>
    expect(dialog.textContent).toContain('1 change was not made and waits for your answer'),
  );
  expect(dialog.textContent).not.toContain('not reached');
});
