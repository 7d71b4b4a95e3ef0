// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { enqueue } from '@sunloop/engine/save.ts';
import { aNewReferral, anOpenDb } from '@sunloop/engine/test/builders.ts';
import { EvictionWarning } from './eviction-warning.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

const NEVER = () => new Promise<never>(() => undefined);

/** What a person sees whose browser answers so about its storage, with one item that waits. */
async function showWarning(storage: object | undefined): Promise<() => string> {
  const db = await anOpenDb();
  await enqueue(db, [aNewReferral()]);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage }));
  const { container } = render(<EvictionWarning longMs={0} />, withDb(db));
  // What waits is read before anything is shown.
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(1));
  return () => container.textContent;
}

const says = () => screen.findByText(/^1 unsent item is stored only in this browser/);

test.each([
  ['does not protect it', { persisted: () => Promise.resolve(false) }],
  ['does not know of protection', {}],
  ['has no storage manager', undefined],
  ['refuses to say', { persisted: () => Promise.reject(new Error('not here')) }],
])('what waits is in danger in a browser that %s', async (_, storage) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await showWarning(storage);
  await says();
});

test('and in one that does not answer, neither about that nor about space', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await showWarning({ persisted: NEVER, estimate: NEVER });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await says();
});

test('silence about space does not hide that it is protected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const shown = await showWarning({ persisted: () => Promise.resolve(true), estimate: NEVER });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(shown()).toBe('');
});
