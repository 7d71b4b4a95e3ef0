import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { onLeaving } from '../../lib/last-words.ts';
import { saveDraft } from '../drafts.ts';
import { UserDb, type DraftRow } from '../user-db.ts';
import { withReopen } from '../with-reopen.ts';
import { findTrouble } from './trouble.ts';

/** What browsers send to a page. */
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
async function happen(event: 'pagehide' | 'pageshow' | 'freeze' | 'resume'): Promise<void> {
  page.dispatchEvent(new Event(event));
  // As browsers do once they have called a listener.
  await Promise.resolve();
}

const aDraft = (form: string): DraftRow => ({ form, values: {}, updatedAt: 1 });
const turns = async () => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

let db: UserDb;
beforeEach(async () => {
  db = new UserDb(uuidv7());
  await db.open();
});
afterEach(() => happen('pageshow'));

/** Starts writing what does not end the first time it is tried, and returns once the first request is done. */
async function beginWriting() {
  const begun = Promise.withResolvers<void>();
  let tries = 0;
  let isOver = false;
  const isFirstTry = () => tries === 1;
  const written = withReopen(db, () =>
    db.transaction('rw', db.drafts, async () => {
      tries += 1;
      await db.drafts.put(aDraft('first'));
      begun.resolve();
      // Longer than anybody waits for it below.
      for (let count = 0; isFirstTry() && count < 500; count += 1)
        await db.drafts.put(aDraft('first'));
      await db.drafts.put(aDraft('second'));
    }),
  ).finally(() => (isOver = true));
  await begun.promise;
  return { written, tries: () => tries, isOver: () => isOver };
}

/** The forms that are stored, as another page sees it. */
async function storedForms(): Promise<IDBValidKey[]> {
  const { result } = await answered(indexedDB.open(db.name));
  const reading = result.transaction('drafts').objectStore('drafts').getAllKeys();
  await answered(reading);
  result.close();
  return reading.result;
}

async function answered<Request extends IDBRequest>(request: Request): Promise<Request> {
  await new Promise((resolve) => {
    request.addEventListener('success', resolve);
  });
  return request;
}

test.each([
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
] as const)(
  'what had not completed at %s is undone, and done again once, after %s',
  async (going, coming) => {
    const { written, tries, isOver } = await beginWriting();
    await happen(going);
    expect(db.isOpen()).toBe(false);
    await turns();
    expect([tries(), isOver()]).toEqual([1, false]);
    await happen(coming);
    await written;
    expect(tries()).toBe(2);
    expect(await storedForms()).toEqual(['first', 'second']);
  },
);

test('nothing runs on any database of a page that is left, so that the next page can use each', async () => {
  const other = new UserDb(uuidv7());
  await other.open();
  void other.drafts.put(aDraft('elsewhere'));
  void (await beginWriting());
  await happen('pagehide');
  // An upgrade waits until every other connection is closed, and with it all that runs on it.
  for (const { name } of [db, other]) (await answered(indexedDB.open(name, 10_000))).result.close();
});

test('what is asked for while the page is away waits for it, and no trouble is told', async () => {
  await happen('pagehide');
  const read = withReopen(db, () => db.drafts.count());
  const written = db.drafts.put(aDraft('later'));
  await turns();
  expect(db.isOpen()).toBe(false);
  await happen('pageshow');
  expect(await written).toBe('later');
  expect(await read).toBeLessThanOrEqual(1);
  expect(findTrouble(db.name)).toBeUndefined();
});

test('a database that is just being made is made when the page is back', async () => {
  const young = new UserDb(uuidv7());
  const written = withReopen(young, () => young.drafts.put(aDraft('add')));
  await new Promise((resolve) => setImmediate(resolve));
  await happen('pagehide');
  await turns();
  await happen('pageshow');
  expect(await written).toBe('add');
});

test('what is said as the page is left is stored', async () => {
  const stop = onLeaving(() => void saveDraft(db, 'add', { name: 'Ada' }));
  await happen('pagehide');
  stop();
  await turns();
  expect(await storedForms()).toEqual(['add']);
});

test('an error of the work’s own is thrown, whenever the page was left', async () => {
  const begun = Promise.withResolvers<void>();
  const work = vi.fn(async () => {
    await begun.promise;
    throw new TypeError('no such row');
  });
  const failing = withReopen(db, work);
  await happen('pagehide');
  await happen('pageshow');
  begun.resolve();
  await expect(failing).rejects.toThrow('no such row');
  expect(work).toHaveBeenCalledOnce();
});
