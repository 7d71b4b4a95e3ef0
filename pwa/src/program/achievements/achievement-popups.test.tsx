// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { AchievementPopups } from './achievement-popups.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

const FIRST_RAY = {
  id: crypto.randomUUID(),
  title: 'First Ray',
  description: 'Submit your first referral',
  type: 'referrals_submitted',
  icon: 'star',
  rarity: 'common',
} as const;

let db: UserDb;
beforeEach(async () => {
  db = new UserDb(crypto.randomUUID());
  await db.news.add({ id: FIRST_RAY.id, achievement: FIRST_RAY, at: 1 });
});

function Page({ isOpen }: { isOpen: boolean }) {
  return (
    <>
      <AchievementPopups />
      {isOpen && (
        <Modal title="Add New Referral" onClose={() => undefined}>
          <p>form</p>
        </Modal>
      )}
    </>
  );
}

test('a popup waits until no dialog is open, and is not used up meanwhile', async () => {
  const { rerender } = render(<Page isOpen />, withDb(db));
  await act(async () => void (await db.news.toArray()));
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(screen.queryByText('First Ray')).toBeNull();
  rerender(<Page isOpen={false} />);
  expect(await screen.findByText('First Ray')).toBeTruthy();
  rerender(<Page isOpen />);
  await screen.findByRole('dialog');
  expect(screen.queryByText('First Ray')).toBeNull();
  expect(await db.news.count()).toBe(1);
});
