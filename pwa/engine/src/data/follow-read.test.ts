import { expect, onTestFinished, test, vi } from 'vitest';
import { anOpenDb } from '../test/builders.ts';
import { followRead } from './follow-read.ts';

test('the answer to a read that nobody follows any longer is not reported', async () => {
  const db = await anOpenDb();
  const answer = Promise.withResolvers<string>();
  const onValue = vi.fn();
  const onError = vi.fn();
  const stop = followRead(db, ['referrals'], () => answer.promise)(onValue, onError);
  stop();
  answer.resolve('of the person before');
  await answer.promise;
  await Promise.resolve();
  const failing = followRead(db, ['referrals'], () => Promise.reject(new Error('too late')));
  failing(onValue, onError)();
  await new Promise((resolve) => setTimeout(resolve));
  expect(onValue).not.toHaveBeenCalled();
  expect(onError).not.toHaveBeenCalled();
});

test('a connection that was lost is opened again (rule 1)', async () => {
  const db = await anOpenDb();
  const lost = new DOMException('Connection lost', 'UnknownError');
  const read = vi.fn(() => db.referrals.count()).mockRejectedValueOnce(lost);
  const onValue = vi.fn();
  const onError = vi.fn();
  onTestFinished(followRead(db, ['referrals'], read)(onValue, onError));
  await vi.waitFor(() => expect(onValue).toHaveBeenCalledExactlyOnceWith(0));
  expect(onError).not.toHaveBeenCalled();
});
