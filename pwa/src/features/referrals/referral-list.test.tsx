// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { UserDb } from '../../data/user-db.ts';
import { enqueue } from '../../sync/enqueue.ts';
import { aReferral } from '../../test/builders.ts';
import { aRow } from '../../test/list-builders.ts';
import { ReferralList } from './referral-list.tsx';
import '../../test/page/setup.ts';

const newDb = () => new UserDb(crypto.randomUUID());

test('an added referral shows as waiting without any answer of a server', async () => {
  const db = newDb();
  render(<ReferralList db={db} />);
  await enqueue(db, [{ name: 'Ann Lee', email: 'ann@example.com', phone: '1', address: null }]);
  const item = (await screen.findByText('Ann Lee')).closest('li');
  expect(within(item as HTMLElement).getByText('Waiting to send')).toBeTruthy();
});

test('a stored referral shows its status and reward', async () => {
  const db = newDb();
  await db.referrals.add(aReferral({ status: 'completed', reward: '$300' }));
  render(<ReferralList db={db} />);
  expect(await screen.findByText('Completed')).toBeTruthy();
  expect(screen.getByText('$300')).toBeTruthy();
});

test('a refused referral says why, can be mended and sent again, or be removed', async () => {
  const db = newDb();
  const refusal = { code: 'duplicate_referral', error: 'You have already referred this person' };
  const times = { rejectedAt: 1, savedAt: 1 };
  await db.rejected.bulkAdd([
    { id: 'a', row: aRow({ name: 'Ann Lee' }), ...refusal, ...times },
    { id: 'b', row: aRow({ name: 'Bob Ray' }), ...refusal, ...times },
  ]);
  render(<ReferralList db={db} />);
  const ann = (await screen.findByText('Ann Lee')).closest('li') as HTMLElement;
  const bob = screen.getByText('Bob Ray').closest('li') as HTMLElement;
  expect(within(ann).getByText(refusal.error)).toBeTruthy();

  await userEvent.click(within(bob).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Bob Ray')).toBeNull());

  await userEvent.click(within(ann).getByRole('button', { name: 'Edit' }));
  const email = await screen.findByLabelText('Email');
  await userEvent.clear(email);
  await userEvent.type(email, 'new@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect(await db.rejected.count()).toBe(0));
  const [entry] = await db.outbox.toArray();
  expect(entry?.rows).toMatchObject([{ name: 'Ann Lee', email: 'new@example.com' }]);
});
