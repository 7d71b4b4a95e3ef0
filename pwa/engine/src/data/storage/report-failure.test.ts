import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newWatchedDb } from '../../test/watched-db.ts';
import { reportFailure } from './report-failure.ts';

const log = vi.spyOn(console, 'error');
beforeEach(() => log.mockReset().mockImplementation(() => undefined));
afterEach(() => log.mockReset());

test('What failed on a database that works is logged', async () => {
  const db = newWatchedDb(uuidv7(), 1);
  await db.open();
  reportFailure(db, 'Sending failed', new Error('no'));
  expect(log).toHaveBeenCalledWith('Sending failed:', new Error('no'));
  db.close();
});

test('What fails because newer code wrote the database is not logged again, whatever Dexie throws for it', async () => {
  const name = uuidv7();
  const newer = newWatchedDb(name, 3);
  await newer.open();
  newer.close();
  const db = newWatchedDb(name, 2);
  await expect(db.open()).rejects.toThrow();
  const failed = await db
    .transaction('rw', 'rows', () => db.table('rows').clear())
    .catch((error: unknown) => error);
  expect(failed).not.toMatchObject({ name: 'NewerStorage' });
  reportFailure(db, 'Sending failed', failed);
  expect(log).not.toHaveBeenCalled();
});
