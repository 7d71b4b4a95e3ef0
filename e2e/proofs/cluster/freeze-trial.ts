import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Database, PASSWORD, startDatabase, type Store } from './database.ts';
import { startFront } from './haproxy.ts';
import { ask, clientOf } from './sql.ts';

const FROZEN_MS = 60_000;
const SETTLE_MS = 15_000;
const WRITERS = 8;
const WRITE_EVERY_MS = 20;
const SOON_MS = 250;

/**
 * Freezes the leader of a synchronous cluster for a minute and lets it go on, so many times, while rows are written; returns
 * for each how many rows that were acknowledged are gone.
 */
export async function tryFreezing(folder: string, store: Store, times: number): Promise<number[]> {
  const place = path.join(folder, store);
  const plan = { folder: place, store, isSynchronous: true, lagMs: 0 };
  const database = await startDatabase(plan);
  const front = await startFront(place, database.nodes, []);
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${front.primaryPort}/postgres`;
  const writing = new AbortController();
  try {
    await ask(url, 'create table acknowledged (id uuid primary key)');
    const known = new Set<string>();
    const write = () => writeOn(url, known, writing.signal);
    const writers = Array.from({ length: WRITERS }, write);
    const lost: number[] = [];
    for (let time = 0; time < times; time += 1) {
      lost.push(await freezeOnce(database, { url, known }));
      console.log(`${store}, freeze ${time + 1}: ${known.size} acknowledged, ${lost.at(-1)} gone`);
    }
    writing.abort();
    await Promise.all(writers);
    return lost;
  } finally {
    writing.abort();
    await front.program.stop();
    await database.stop();
  }
}

interface Written {
  readonly url: string;
  /** Ids of rows whose commit was acknowledged. */
  readonly known: Set<string>;
}

async function freezeOnce(database: Database, { url, known }: Written): Promise<number> {
  const leader = await database.find('leader');
  if (!leader) throw new Error('nobody leads');
  await leader.freeze();
  await pause(FROZEN_MS);
  await leader.goOn();
  await pause(SETTLE_MS);
  await database.whole();
  const before = [...known];
  const stored = await ask<{ id: string }>(url, 'select id from acknowledged');
  const left = new Set(stored.map(({ id }) => id));
  const lost = before.filter((id) => !left.has(id));
  for (const id of lost) known.delete(id);
  return lost.length;
}

/** Writes a row after the other over a connection, and over another one when that fails. */
async function writeOn(url: string, known: Set<string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = clientOf(url);
    try {
      await client.connect();
      await writeRows(client, known, signal);
    } catch {
      // Whoever leads is frozen, gone, or not yet found: what has no answer does not count.
      await pause(SOON_MS);
    }
    await client.end().catch(() => undefined);
  }
}

async function writeRows(client: Client, known: Set<string>, signal: AbortSignal): Promise<void> {
  let isUnsure = false;
  // The wait for the standby was cancelled: the row may be on this machine alone.
  client.on('notice', ({ routine }) => (isUnsure ||= routine === 'SyncRepWaitForLSN'));
  while (!signal.aborted) {
    const id = randomUUID();
    isUnsure = false;
    await client.query('insert into acknowledged values ($1)', [id]);
    if (!isUnsure) known.add(id);
    await pause(WRITE_EVERY_MS);
  }
}
