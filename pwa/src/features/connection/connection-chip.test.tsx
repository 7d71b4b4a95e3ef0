// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepUnsent, readMissing, readNoted } from '../../data/unsent-count.ts';
import { UserDb } from '../../data/user-db.ts';
import { enqueue } from '../../sync/outbox/enqueue.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { ConnectionChip } from './connection-chip.tsx';
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
  await readMissing(db);
  keepUnsent(db.userId, 3);
  expect(readNoted(db.name)).toBe(3);
  const other = new UserDb(crypto.randomUUID());
  keepUnsent(other.userId, 3);
  expect(readNoted(other.name)).toBe(0);
});
