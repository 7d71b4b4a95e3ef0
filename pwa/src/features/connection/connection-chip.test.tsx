// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noteUnsent, readMissing, readNoted } from '../../data/unsent-count.ts';
import { UserDb } from '../../data/user-db.ts';
import { enqueue } from '../../sync/outbox/enqueue.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { ConnectionChip } from './connection-chip.tsx';
import { readAndCount } from './read-and-count.ts';
import '../../test/page/setup.ts';

test('what the header shows as waiting is noted already, so that closing the app then loses no count', async () => {
  const db = await anOpenDb();
  await readMissing(db);
  render(<ConnectionChip db={db} />);
  await enqueue(db, [aNewReferral()]);
  await screen.findByText(/\b1\b/);
  expect(readNoted(db.name)).toBe(1);
  await enqueue(db, [aNewReferral()]);
  await screen.findByText(/\b2\b/);
  expect(readNoted(db.name)).toBe(2);
});

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
