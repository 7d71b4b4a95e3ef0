import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { newWatchedDb } from '../../test/watched-db.ts';
import { findAnyTrouble, findTrouble, onTrouble, setTrouble } from './trouble.ts';

/** What browsers send to a page. */
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));

/** How soon a person must be told what is wrong. Milliseconds. */
const WITHIN_MS = 2_000;

const finish = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.message)));
  });

/** A database at `version` of Dexie, held open by somebody who ignores every request. */
async function hold(name: string, version: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, version * 10);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('rows', { keyPath: 'id' });
  });
  return finish(opening);
}

/** Resolves once the database has this trouble, or none if undefined. */
const untilTrouble = (name: string, kind: string | undefined) =>
  new Promise<void>((resolve) => {
    const check = () => findTrouble(name)?.kind === kind && resolve();
    onTrouble(check);
    check();
  });

/** Opens that never answer, until `go` is called. */
function hangOpening(): () => void {
  const open = indexedDB.open.bind(indexedDB);
  const held: (() => void)[] = [];
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = {} as IDBOpenDBRequest;
    held.push(() => {
      const real = open(name, version);
      Object.defineProperties(request, {
        result: { get: () => real.result },
        transaction: { get: () => real.transaction },
      });
      Object.assign(real, { ...request });
    });
    return request;
  });
  return () => held.splice(0).forEach((go) => go());
}

describe('A database that does not open', () => {
  let name = '';
  beforeEach(() => {
    name = uuidv7();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    setTrouble(name);
  });

  test('because of an older tab is reported within two seconds, until that tab is closed', async () => {
    const older = await hold(name, 1);
    const db = newWatchedDb(name, 2);
    const opened = db.open();
    const told = untilTrouble(name, 'blocked');
    await vi.advanceTimersByTimeAsync(WITHIN_MS);
    await told;
    vi.useRealTimers();
    older.close();
    await opened;
    expect(findTrouble(name)).toBeUndefined();
    db.close();
  });

  test('for no known reason is reported within two seconds, and can still open later', async () => {
    const go = hangOpening();
    const db = newWatchedDb(name, 2);
    const opened = db.open();
    await vi.advanceTimersByTimeAsync(WITHIN_MS);
    expect(findAnyTrouble()).toEqual({ kind: 'stuck', database: name });
    vi.useRealTimers();
    go();
    await opened;
    expect(findTrouble(name)).toBeUndefined();
    db.close();
  });

  test('at once, but in time, is not reported', async () => {
    const told = vi.fn();
    const stop = onTrouble(told);
    const db = newWatchedDb(name, 1);
    vi.useRealTimers();
    await db.open();
    stop();
    expect(told).not.toHaveBeenCalled();
    db.close();
  });
});

/** Holds back what reads after it, as a transaction does that never ends; returns how to let go. */
async function holdReads(name: string): Promise<() => void> {
  const other = await hold(name, 1);
  const writing = other.transaction('rows', 'readwrite').objectStore('rows');
  let isHeld = true;
  const write = () => {
    const next = writing.put({ id: 1 });
    if (isHeld) next.addEventListener('success', write);
  };
  write();
  return () => {
    isHeld = false;
    other.close();
  };
}

/** Expects that the reads of a database, which began just now, are said not to be answered, until they are. */
async function expectStuck(name: string, letGo: () => void): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_000);
  expect(findTrouble(name)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(findTrouble(name)?.kind).toBe('stuck');
  letGo();
  await untilTrouble(name, undefined);
}

test('An open database whose reads are never answered is reported, until one is', async () => {
  const name = uuidv7();
  const db = newWatchedDb(name, 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const letGo = await holdReads(name);
  await db.open();
  await expectStuck(name, letGo);
  db.close();
});

test('A database that answers nothing any more after a sleep is reported to whoever comes back', async () => {
  const name = uuidv7();
  const db = newWatchedDb(name, 1);
  await db.open();
  await db.table('rows').count();
  const letGo = await holdReads(name);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(findTrouble(name)).toBeUndefined();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  page.dispatchEvent(new Event('visibilitychange'));
  await expectStuck(name, letGo);
  db.close();
});

test('A newer version’s database is left as it is and reported', async () => {
  const name = uuidv7();
  const newer = await hold(name, 3);
  await finish(newer.transaction('rows', 'readwrite').objectStore('rows').add({ id: 1 }));
  newer.close();
  const db = newWatchedDb(name, 2);
  await expect(db.open()).rejects.toMatchObject({ name: 'NewerStorage' });
  await expect(db.table('rows').count()).rejects.toThrow();
  expect(findTrouble(name)?.kind).toBe('newer');
  const again = await hold(name, 3);
  expect(await finish(again.transaction('rows').objectStore('rows').count())).toBe(1);
  again.close();
});

test.each([
  ['UnknownError', 'broken'],
  ['QuotaExceededError', 'full'],
  ['SecurityError', undefined],
])('An opening that fails with %s is reported as %s', async (error, kind) => {
  const name = uuidv7();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not now', error);
  });
  const db = newWatchedDb(name, 1);
  await expect(db.open()).rejects.toThrow();
  expect(findTrouble(name)?.kind).toBe(kind);
  opening.mockRestore();
  await db.open();
  expect(findTrouble(name)).toBeUndefined();
  db.close();
});
