// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { aReferral } from '@sunloop/engine/test/builders.ts';
import { tellWritten } from '@sunloop/engine/test/tell-written.ts';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { useFollowed, useStored } from './use-stored.ts';
import { withDb } from '../test/page/with-db.tsx';
import '../test/page/setup.ts';

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

type Read = (db: UserDb) => Promise<number>;

function Live({ read }: { read: Read }) {
  return <p>{useStored(read)} referrals</p>;
}

const follow = (db: UserDb, read: Read) => followRead(db, TABLES, () => read(db));

function Paced({ read }: { read: Read }) {
  return <p>{useFollowed(follow, read)} referrals</p>;
}

function show(Count: typeof Live, db: UserDb, read: Read) {
  render(
    <Boundary>
      <Count read={read} />
    </Boundary>,
    withDb(db),
  );
}

const HOOKS = [
  ['live', Live],
  ['paced', Paced],
] as const;

test.each(HOOKS)('what is read %s is shown, and again after a change', async (_, Count) => {
  const db = new UserDb(crypto.randomUUID());
  show(Count, db, () => db.referrals.count());
  await screen.findByText('0 referrals');
  await db.referrals.add(aReferral());
  await screen.findByText('1 referrals');
});

test.each(HOOKS)('a failed %s read is thrown to the page, which reports it', async (_, Count) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const db = new UserDb(crypto.randomUUID());
  show(Count, db, () => Promise.reject(new Error('no disk')));
  await screen.findByText(/Failed: Error: no disk/);
  vi.mocked(console.error).mockClear();
});

test.each(HOOKS)(
  'a database that a newer build took over leaves a %s page as it was',
  async (_, Count) => {
    const db = new UserDb(crypto.randomUUID());
    const read = vi.fn(() => db.referrals.count());
    show(Count, db, read);
    await screen.findByText('0 referrals');
    await new Promise((resolve) => {
      const opening = indexedDB.open(db.name, 1000);
      opening.addEventListener('success', () => resolve(opening.result.close()));
    });
    // The page still hears what another tab has written.
    const before = read.mock.calls.length;
    tellWritten(db, 'referrals');
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before));
    await Promise.allSettled(read.mock.results.map(({ value }) => value as Promise<number>));
    await screen.findByText('0 referrals');
  },
);
