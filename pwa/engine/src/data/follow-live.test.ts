import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failStorage } from '../test/failing-storage.ts';
import { anOpenDb, aReferral } from '../test/builders.ts';
import { tellWritten } from '../test/tell-written.ts';
import { followLive } from './follow-live.ts';
import type { UserDb } from './user-db.ts';

/** Follows how many referrals there are, or what `read` reads. */
function follow(db: UserDb, read: () => PromiseLike<unknown> = () => db.referrals.count()) {
  const told = vi.fn<(value: unknown) => void>();
  const failed = vi.fn<(error: unknown) => void>();
  const stop = followLive(db, read)(told, failed);
  onTestFinished(stop);
  return { told, failed, stop };
}

const takeOver = (db: UserDb) =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open(db.name, 1000);
    opening.addEventListener('success', () => resolve(opening.result.close()));
  });

describe('a live read (rule 1)', () => {
  test('is done at once and after each change, until it is stopped', async () => {
    const db = await anOpenDb();
    const { told, stop } = follow(db);
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(0));
    await db.referrals.add(aReferral());
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(1));
    stop();
    await db.referrals.add(aReferral());
    const { told: later } = follow(db);
    await vi.waitFor(() => expect(later).toHaveBeenLastCalledWith(2));
    expect(told).toHaveBeenLastCalledWith(1);
  });

  test.each([
    ['first', 0],
    ['later', 1],
  ])(
    'opens the database again if the connection was lost at the %s read, and follows on',
    async (_, reads) => {
      const db = await anOpenDb();
      let isLost = reads === 0;
      const read = () => {
        if (!isLost) return db.referrals.count();
        isLost = false;
        return Promise.reject(new DOMException('Connection lost', 'UnknownError'));
      };
      const { told, failed } = follow(db, read);
      await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(0));
      isLost = reads === 1;
      await db.referrals.add(aReferral());
      await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(1));
      await db.referrals.add(aReferral());
      await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(2));
      expect(failed).not.toHaveBeenCalled();
    },
  );

  test('several of one page that lost their connection at once follow on', async () => {
    const db = await anOpenDb();
    const all = Array.from({ length: 8 }, () => {
      let isLost = true;
      return follow(db, async () => {
        if (isLost) {
          isLost = false;
          throw new DOMException('Connection lost', 'UnknownError');
        }
        const [count] = await Promise.all([db.referrals.count(), db.outbox.count()]);
        return count;
      });
    });
    for (const count of [0, 1, 2]) {
      if (count > 0) await db.referrals.add(aReferral());
      await vi.waitFor(() => {
        for (const { told } of all) expect(told).toHaveBeenLastCalledWith(count);
      });
    }
    for (const { failed } of all) expect(failed).not.toHaveBeenCalled();
  });

  test('is done again after a change of what it read behind an await, beside others', async () => {
    const db = await anOpenDb();
    const read = async () => {
      await Promise.resolve();
      const stored = await db.referrals.count();
      await new Promise((resolve) => setTimeout(resolve));
      return stored + (await db.drafts.count());
    };
    const all = Array.from({ length: 8 }, () => follow(db, read));
    const sees = (count: number) =>
      vi.waitFor(() => {
        for (const { told } of all) expect(told).toHaveBeenLastCalledWith(count);
      });
    await sees(0);
    await db.drafts.put({ form: 'one', values: {}, updatedAt: 1 });
    await sees(1);
    await db.drafts.put({ form: 'two', values: {}, updatedAt: 2 });
    await sees(2);
  });

  test('opens it again if the browser fails the request itself', async () => {
    const db = await anOpenDb();
    failStorage({ error: 'UnknownError', operations: ['count'], times: 1 });
    const { told, failed } = follow(db);
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(0));
    await db.referrals.add(aReferral());
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(1));
    expect(failed).not.toHaveBeenCalled();
  });

  test.each(['UnknownError', 'DatabaseClosedError', 'AbortError', 'TypeError'])(
    'tells what fails again and again, even %s',
    async (name) => {
      const db = await anOpenDb();
      const error = Object.assign(new Error('no disk'), { name });
      const { failed } = follow(db, () => Promise.reject(error));
      await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
      expect(failed.mock.lastCall?.[0]).toMatchObject({ name, message: 'no disk' });
    },
  );

  test('leaves a page as it was whose database a newer build took over', async () => {
    const db = await anOpenDb();
    const read = vi.fn(() => db.referrals.count());
    const { told, failed } = follow(db, read);
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(0));
    await takeOver(db);
    const before = read.mock.calls.length;
    tellWritten(db, 'referrals');
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before));
    await Promise.allSettled(read.mock.results.map(({ value }) => value as Promise<number>));
    expect(failed).not.toHaveBeenCalled();
    expect(told).toHaveBeenCalledExactlyOnceWith(0);
  });
});
