import { Dexie, type EntityTable } from 'dexie';
import { makeRows, type BenchRow } from '../rows.ts';

/** Ways to send what waits: in batches of 500 with a mark, all of it at once, one by one. */
export type Way = 'row-limit' | 'floor' | 'one-by-one';

const BATCH = 500;

type Marked = BenchRow & { sent: 0 | 1 };
const db = new Dexie('contestant') as Dexie & { rows: EntityTable<Marked, 'id'> };
db.version(1).stores({ rows: 'id, sent' });

const post = async (rows: readonly BenchRow[]) => {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/rows', { method: 'POST', headers, body: JSON.stringify(rows) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  await response.json();
};

const waiting = (most: number) => db.rows.where('sent').equals(0).limit(most).toArray();
const markSent = (rows: readonly Marked[]) =>
  db.rows.bulkPut(rows.map((row) => ({ ...row, sent: 1 })));

async function sendBatches(most: number): Promise<void> {
  for (let rows = await waiting(most); rows.length > 0; rows = await waiting(most)) {
    await post(rows);
    await markSent(rows);
  }
}

const finish = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.message)));
  });

function openFloor(): Promise<IDBDatabase> {
  const request = indexedDB.open('floor', 1);
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore('rows', { keyPath: 'id' }),
  );
  return finish(request);
}

async function sendAtOnce(): Promise<void> {
  const floor = await openFloor();
  await post(await finish(floor.transaction('rows').objectStore('rows').getAll()));
  await finish(floor.transaction('rows', 'readwrite').objectStore('rows').clear());
}

const WAYS: Readonly<Record<Way, () => Promise<void>>> = {
  'row-limit': () => sendBatches(BATCH),
  floor: sendAtOnce,
  'one-by-one': () => sendBatches(1),
};

/** Puts rows into the way's database; returns how many bytes they are as JSON. */
async function prepare(
  way: Way,
  { word, count, stored }: { word: string; count: number; stored: number },
) {
  const rows = makeRows(word, count);
  if (way === 'floor') {
    const floor = await openFloor();
    const change = floor.transaction('rows', 'readwrite');
    for (const row of rows) change.objectStore('rows').put(row);
    await new Promise((resolve) => change.addEventListener('complete', resolve));
  } else {
    await db.rows.bulkAdd(makeRows(`${word}-before`, stored).map((row) => ({ ...row, sent: 1 })));
    await db.rows.bulkAdd(rows.map((row) => ({ ...row, sent: 0 })));
  }
  addEventListener('online', () => void WAYS[way](), { once: true });
}

Object.assign(window, { contestant: { prepare } });
