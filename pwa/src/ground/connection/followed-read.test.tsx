// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode, useMemo } from 'react';
import { expect, test, vi } from 'vitest';
import { aReferral } from '@sunloop/engine/test/builders.ts';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { useFollowed } from '../../ui/use-followed.ts';
import '../../test/page/setup.ts';

const TABLES = ['referrals'] as const;

class Boundary extends Component<{ children: ReactNode }> {
  override state = { error: '' };
  static getDerivedStateFromError(error: unknown) {
    return { error: String(error) };
  }
  override render() {
    return this.state.error === '' ? this.props.children : <p>Failed: {this.state.error}</p>;
  }
}

function Count({ db, read }: { db: UserDb; read: () => Promise<number> }) {
  const follow = useMemo(() => followRead(db, TABLES, read), [db, read]);
  return <p>{useFollowed(follow)} referrals</p>;
}

function show(db: UserDb, read: () => Promise<number>) {
  render(
    <Boundary>
      <Count db={db} read={read} />
    </Boundary>,
  );
}

test('what is read is shown, and again after a change', async () => {
  const db = new UserDb(crypto.randomUUID());
  show(db, () => db.referrals.count());
  await screen.findByText('0 referrals');
  await db.referrals.add(aReferral());
  await screen.findByText('1 referrals');
});

test('a failed read is thrown to the page, which reports it', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const db = new UserDb(crypto.randomUUID());
  show(db, () => Promise.reject(new Error('no disk')));
  await screen.findByText(/Failed: Error: no disk/);
  vi.mocked(console.error).mockClear();
});

test('a database that a newer build took over leaves the page as it was', async () => {
  const db = new UserDb(crypto.randomUUID());
  const read = vi.fn(() => db.referrals.count());
  show(db, read);
  await screen.findByText('0 referrals');
  await new Promise((resolve) => {
    const opening = indexedDB.open(db.name, 1000);
    opening.addEventListener('success', () => resolve(opening.result.close()));
  });
  // The page still hears what another tab has written.
  const before = read.mock.calls.length;
  const { Dexie, RangeSet } = await import('dexie');
  Dexie.on.storagemutated.fire({ [`idb://${db.name}/referrals/`]: new RangeSet('a') });
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before));
  await Promise.allSettled(read.mock.results.map(({ value }) => value as Promise<number>));
  await screen.findByText('0 referrals');
});
