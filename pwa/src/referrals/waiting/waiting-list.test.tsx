// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { enqueue } from '@sunloop/engine/save.ts';
import { enqueueActs } from '@sunloop/engine/acts.ts';
import {
  aNewReferral,
  anAdminReferral,
  anOpenDb,
  aReferral,
} from '@sunloop/engine/test/builders.ts';
import { WaitingList } from './waiting-list.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

async function showWaiting(name = 'Fay Friend') {
  const db = await anOpenDb();
  await enqueue(db, [aNewReferral({ name })]);
  const onEdit = vi.fn<(row: unknown) => void>();
  render(<WaitingList onEdit={onEdit} />, withDb(db));
  await screen.findByText(name);
  return { db, onEdit };
}

test('an entry says when it was saved and why it was not sent', async () => {
  const { db } = await showWaiting();
  const [entry] = await db.outbox.toArray();
  const rowIds = entry!.rows.map(({ id }) => id);
  const when = { at: Date.now(), lastAt: Date.now(), times: 3 };
  const line = { key: entry!.key, rowIds, name: '', event: 'tried', reason: 'captive' } as const;
  await db.log.add({ ...line, ...when });
  await userEvent.click(screen.getByRole('button', { name: 'Fay Friend, what happened' }));
  expect(await screen.findByText('The Wi-Fi asked for a sign-in first.')).toBeTruthy();
  expect(screen.getByText('Saved on this device')).toBeTruthy();
  expect(screen.getByText(/^3 times, last/)).toBeTruthy();
});

test('what only a newer build can send waits for an update, and not for the signal (rule 12)', async () => {
  const { db } = await showWaiting();
  const words = 'A newer version of Sunloop saved this and sends it: reload to update.';
  expect(screen.queryByText(words)).toBeNull();
  await db.outbox.toCollection().modify({ v: 99 });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a removed entry can be restored', async () => {
  const { db } = await showWaiting();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Fay Friend' }));
  await screen.findByText(/was removed and will not be sent/);
  expect(await db.outbox.count()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  expect(await screen.findByRole('button', { name: 'Edit Fay Friend' })).toBeTruthy();
});

test('Edit names the row', async () => {
  const { db, onEdit } = await showWaiting();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Fay Friend' }));
  const [entry] = await db.outbox.toArray();
  expect(onEdit).toHaveBeenCalledWith(entry!.rows[0]);
});

test('an admin’s act is described in words and can be taken back, but not edited', async () => {
  const db = await anOpenDb();
  const ada = anAdminReferral({ name: 'Ada Lovelace' });
  await enqueueActs(db, [{ act: 'delete', id: ada.id, expected: ada.status }], [ada]);
  render(<WaitingList onEdit={vi.fn()} />, withDb(db));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Delete Ada Lovelace' }));
  expect(await screen.findByText(/Delete Ada Lovelace was removed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(await db.outbox.count()).toBe(0);
});

test('who was sent stands under its day, one line each with the time', async () => {
  const db = await anOpenDb();
  const [ann, bob] = [aReferral({ name: 'Ann Lee' }), aReferral({ name: 'Bob Ray' })];
  await db.referrals.bulkAdd([ann, bob]);
  const noon = new Date().setHours(12, 0, 0, 0);
  const sent = (rowIds: string[], name: string, at: number) =>
    ({ key: 1, rowIds, name, event: 'sent', reason: null, at, lastAt: at, times: 1 }) as const;
  await db.log.add(sent(['c'], 'Cal Old', new Date(noon).setDate(new Date(noon).getDate() - 1)));
  // The third row of the batch is not known here any more.
  await db.log.add(sent([ann.id, bob.id, 'gone'], ann.name, noon));
  render(<WaitingList onEdit={vi.fn()} />, withDb(db));
  const today = (await screen.findByText('Today · 3')).closest('section');
  const lines = [...(today?.querySelectorAll('li') ?? [])].map((line) => line.textContent);
  expect(lines).toEqual(['Ann Lee12:00 PM', 'Bob Ray12:00 PM']);
  expect(today?.textContent).toContain('And 1 more.');
  expect(screen.getByText('Yesterday · 1').nextSibling?.textContent).toBe('Cal Old12:00 PM');
});

test('an empty list says that nothing waits', async () => {
  render(<WaitingList onEdit={vi.fn()} />, withDb(await anOpenDb()));
  expect(await screen.findByText(/Nothing is waiting/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
});
