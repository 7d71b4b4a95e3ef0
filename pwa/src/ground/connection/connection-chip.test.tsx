// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noteUnsent, readMissing, readNoted } from '@sunloop/engine/data/unsent-count.ts';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { aNewReferral, anOpenDb } from '@sunloop/engine/test/builders.ts';
import { ConnectionChip } from './connection-chip.tsx';
import { readAndCount } from './read-and-count.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

test('what the header shows as waiting is noted already, so that closing the app then loses no count', async () => {
  const db = await anOpenDb();
  await readMissing(db);
  render(<ConnectionChip />, withDb(db));
  await enqueue(db, [aNewReferral()]);
  await screen.findByText(/\b1\b/);
  expect(readNoted(db.name)).toBe(1);
  await enqueue(db, [aNewReferral()]);
  await screen.findByText(/\b2\b/);
  expect(readNoted(db.name)).toBe(2);
});

test('what was saved while the app was being stored is not covered by All sent', async () => {
  const db = await anOpenDb();
  const worker = new FakeWorker();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }));
  const { container } = render(<ConnectionChip />, withDb(db));
  worker.dispatchEvent(new MessageEvent('message', { data: { stored: 1, of: 2 } }));
  await screen.findByText('Getting ready for offline, 1 of 2');
  await enqueue(db, [aNewReferral()]);
  const shown = new Set<string | null>();
  new MutationObserver(() => shown.add(container.textContent)).observe(container, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  worker.finish();
  await screen.findByText(/^Sending 1$/);
  expect(shown).not.toContain('All sent');
  vi.unstubAllGlobals();
});

test('a worker that counts no further is not called at work for ever, until it goes on', async () => {
  const db = await anOpenDb();
  const worker = new FakeWorker();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }));
  const told = vi.spyOn(globalThis, 'setTimeout');
  render(<ConnectionChip />, withDb(db));
  const count = (stored: number) =>
    worker.dispatchEvent(new MessageEvent('message', { data: { stored, of: 9 } }));
  count(1);
  await screen.findByText('Getting ready for offline, 1 of 9');
  const [giveUp] = told.mock.calls.find(([, ms]) => ms === 60_000) ?? [];
  told.mockRestore();
  act(() => giveUp?.());
  await screen.findByText('All sent');
  count(2);
  await screen.findByText('Getting ready for offline, 2 of 9');
  vi.unstubAllGlobals();
});

/** A service worker that is ready once a test says so. */
class FakeWorker extends EventTarget {
  finish = (): void => undefined;
  readonly ready = new Promise<void>((resolve) => {
    this.finish = resolve;
  });
}

test('a count from before is not replaced until it was compared with the database', async () => {
  const db = new UserDb(crypto.randomUUID());
  noteUnsent(db.userId, 3);
  await readAndCount(db);
  expect(readNoted(db.name)).toBe(3);
  expect(await readMissing(db)).toBe(3);
  await readAndCount(db);
  expect(readNoted(db.name)).toBe(0);
});

test('what waited in a database that the browser cleared beneath the page stays missing', async () => {
  const db = await anOpenDb();
  await readMissing(db);
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  await readAndCount(db);
  await db.delete();
  const made = new UserDb(db.userId);
  await readAndCount(made);
  expect(await readMissing(made)).toBe(2);
});
