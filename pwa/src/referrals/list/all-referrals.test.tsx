// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { followOwnList } from '@sunloop/engine/own-list.ts';
import { REFERRALS_PATH } from '@sunloop/engine/read.ts';
import { anOpenDb, aReferral } from '@sunloop/engine/test/builders.ts';
import { aRow, keepLadder } from '@sunloop/engine/test/list-builders.ts';
import { AllReferrals } from './all-referrals.tsx';
import type { ListView } from './list-search.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { useFollowed } from '../../stored/use-stored.ts';

const newDb = () => new UserDb(crypto.randomUUID());

/** The list, with its view kept as in the URL. */
function Page({ onOpen }: { onOpen?: (id: string) => void }) {
  const [view, setView] = useState<ListView>({});
  return (
    <AllReferrals
      own={useFollowed(followOwnList)}
      view={view}
      onView={(patch) => setView((now) => ({ ...now, ...patch }))}
      onOpen={onOpen ?? (() => undefined)}
      noteOf={() => null}
    />
  );
}

async function showTwo() {
  const db = newDb();
  await db.referrals.bulkAdd([
    aReferral({ name: 'Ann Lee', status: 'completed', createdAt: '2026-01-01T00:00:00.000Z' }),
    aReferral({ name: 'Bob Ray', status: 'in_progress', createdAt: '2026-02-01T00:00:00.000Z' }),
  ]);
  render(<Page />, withDb(db));
  await screen.findByText('Ann Lee');
}

const listed = () => [...document.querySelectorAll('.referral-name')].map((one) => one.textContent);

test('filter and sort act on the list', async () => {
  await showTwo();
  expect(listed()).toEqual(['Bob Ray', 'Ann Lee']);
  await userEvent.selectOptions(screen.getByLabelText('Sort'), 'oldest');
  await waitFor(() => expect(listed()).toEqual(['Ann Lee', 'Bob Ray']));
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'completed');
  await waitFor(() => expect(listed()).toEqual(['Ann Lee']));
});

test('the search filters while typing, and offers a way back if nothing matches', async () => {
  await showTwo();
  const search = screen.getByLabelText('Search name, email or phone');
  await userEvent.type(search, 'bob');
  await waitFor(() => expect(listed()).toEqual(['Bob Ray']));
  await userEvent.type(search, 'zz');
  await userEvent.click(await screen.findByText('Show all'));
  await waitFor(() => expect(listed()).toHaveLength(2));
});

test('a long list draws only the rows near the screen and says how many there are', async () => {
  const db = newDb();
  await db.referrals.bulkAdd(Array.from({ length: 300 }, () => aReferral()));
  render(<Page />, withDb(db));
  const [first] = await screen.findAllByRole('listitem');
  expect(first?.getAttribute('aria-setsize')).toBe('300');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100);
});

test('a list ten times as long has hardly more to draw', async () => {
  const partsOf = async (count: number) => {
    const db = newDb();
    await db.referrals.bulkAdd(Array.from({ length: count }, () => aReferral()));
    const { unmount } = render(<Page />, withDb(db));
    await screen.findAllByRole('listitem');
    const parts = screen.getByRole('list').querySelectorAll('*').length;
    unmount();
    return parts;
  };
  expect((await partsOf(5000)) - (await partsOf(500))).toBeLessThan(20);
});

test('what the next installs pay stands above, and a row says only what it has earned', async () => {
  const db = newDb();
  await keepLadder(db);
  const at = (day: number) => ({ createdAt: `2026-02-0${day}T00:00:00.000Z` });
  await db.referrals.bulkAdd([
    aReferral({ name: 'Young', ...at(4) }),
    aReferral({ name: 'Old', ...at(1) }),
    aReferral({ name: 'Far', status: 'in_progress', ...at(3) }),
    aReferral({ name: 'Done', status: 'completed', reward: '$500', ...at(2) }),
  ]);
  render(<Page />, withDb(db));
  const worth = (name: string) =>
    screen.getByText(name).closest('.referral-item')?.querySelector('.referral-money')?.textContent;
  const line = await screen.findByText(/^Next install pays/);
  expect(line.textContent).toBe('Next install pays $1,000, then $1,000, then A battery');
  expect(worth('Done')).toBe('$500');
  expect(worth('Far')).toBeUndefined();
});

test('a name opens its referral', async () => {
  const db = newDb();
  const referral = aReferral({ name: 'Ann Lee' });
  await db.referrals.add(referral);
  const onOpen = vi.fn<(id: string) => void>();
  render(<Page onOpen={onOpen} />, withDb(db));
  await userEvent.click(await screen.findByRole('button', { name: 'Ann Lee' }));
  expect(onOpen).toHaveBeenCalledWith(referral.id);
});

test('an empty list is told apart from one that is loading, offline or failed', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  expect(await screen.findByRole('status', { name: 'Your referrals: loading' })).toBeTruthy();
  await patchSyncState(db, { reach: 'offline' });
  expect(await screen.findByText(/will appear here once there is a connection/)).toBeTruthy();
  await patchSyncState(db, { reach: 'ok' });
  await db.resources.put({ path: REFERRALS_PATH, etag: null, fetchedAt: 0, triedAt: 1 });
  expect(await screen.findByText('Your referrals could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  await db.resources.put({ path: REFERRALS_PATH, etag: null, fetchedAt: 1 });
  expect(await screen.findByText(/No referrals yet/)).toBeTruthy();
});

test('a refused referral says why, and can be corrected and sent again, or removed', async () => {
  const db = newDb();
  const refusal = { code: 'invalid', error: 'Please enter a valid email' };
  const times = { rejectedAt: 1, savedAt: 1 };
  const people = [
    aRow({ name: 'Ann Lee', email: 'ann@' }),
    aRow({ name: 'Bob Ray', email: 'bob@' }),
  ];
  await db.rejected.bulkAdd(people.map((row) => ({ id: row.id, row, ...refusal, ...times })));
  render(<Page />, withDb(db));
  const itemOf = async (name: string) =>
    within((await screen.findByText(name)).closest('[role=listitem]') as HTMLElement);
  await userEvent.click((await itemOf('Bob Ray')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Bob Ray')).toBeNull());

  const ann = await itemOf('Ann Lee');
  expect(ann.getByText(refusal.error)).toBeTruthy();
  await userEvent.click(ann.getByRole('button', { name: 'Edit' }));
  await userEvent.type(await screen.findByLabelText('Email'), 'example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect(await db.rejected.count()).toBe(0));
  const [entry] = await db.outbox.toArray();
  expect(entry?.rows).toMatchObject([{ name: 'Ann Lee', email: 'ann@example.com' }]);
});
