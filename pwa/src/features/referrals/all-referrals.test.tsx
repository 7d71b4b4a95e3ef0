// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from '../../sync/refresh-referrals.ts';
import { aReferral } from '../../test/builders.ts';
import { AllReferrals } from './all-referrals.tsx';
import type { ListView } from './list-view.ts';
import '../../test/page/setup.ts';

const newDb = () => new UserDb(crypto.randomUUID());

/** The list with its view kept as the URL would. */
function Page({ db, onOpen }: { db: UserDb; onOpen?: (id: string) => void }) {
  const [view, setView] = useState<ListView>({});
  return (
    <AllReferrals
      db={db}
      view={view}
      onView={setView}
      onOpen={onOpen ?? (() => undefined)}
      invitation={<button type="button">Add Referral</button>}
    />
  );
}

test('filter, sort and search act on the list', async () => {
  const db = newDb();
  await db.referrals.bulkAdd([
    aReferral({ name: 'Ann Lee', status: 'completed', createdAt: '2026-01-01T00:00:00.000Z' }),
    aReferral({ name: 'Bob Ray', status: 'in_progress', createdAt: '2026-02-01T00:00:00.000Z' }),
  ]);
  render(<Page db={db} />);
  await screen.findByText('Ann Lee');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);

  await userEvent.click(screen.getByRole('radio', { name: /Completed/ }));
  await waitFor(() => expect(screen.queryByText('Bob Ray')).toBeNull());
  await userEvent.click(screen.getByRole('radio', { name: /All/ }));
  await userEvent.selectOptions(screen.getByLabelText('Sort'), 'oldest');
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Ann Lee'));

  await userEvent.type(screen.getByRole('searchbox'), 'bob');
  await waitFor(() => expect(screen.queryByText('Ann Lee')).toBeNull());
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'zzz');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Ann Lee')).toBeTruthy();
});

test('a long list draws only what is near the screen and says how long it is', async () => {
  // jsdom lays nothing out: rows of no height would all fit.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(76);
  const db = newDb();
  await db.referrals.bulkAdd(Array.from({ length: 300 }, () => aReferral()));
  render(<Page db={db} />);
  const [first] = await screen.findAllByRole('listitem');
  expect(first?.getAttribute('aria-setsize')).toBe('300');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100);
});

test('a name opens its referral', async () => {
  const db = newDb();
  const referral = aReferral({ name: 'Ann Lee' });
  await db.referrals.add(referral);
  const onOpen = vi.fn<(id: string) => void>();
  render(<Page db={db} onOpen={onOpen} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ann Lee' }));
  expect(onOpen).toHaveBeenCalledWith(referral.id);
});

test('an empty list is told from one that never arrived', async () => {
  const db = newDb();
  render(<Page db={db} />);
  expect(await screen.findByText(/appear here once they have been fetched/)).toBeTruthy();
  await db.resources.put({ path: REFERRALS_PATH, etag: null, fetchedAt: 1 });
  expect(await screen.findByText(/No referrals yet/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Referral' })).toBeTruthy();
});
