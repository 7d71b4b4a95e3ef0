import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openProfile } from '../../devices/profile.ts';
import type { BenchWorld } from '../bench-world.ts';
import { buildPage } from '../build-page.ts';
import { startContestant } from '../contestant-process.ts';
import { openBenchLine } from '../line.ts';
import { makeRows } from '../rows.ts';
import { regain } from './app-device.ts';
import type { Cell, Replayed } from './cell.ts';
import type { Way } from './contestant-page.ts';
import { watchQueue, type Queue } from './watch-queue.ts';

const TABLE = `create table bench_rows (
  id uuid primary key, name text not null, email text not null, phone text, date timestamptz not null,
  created_at timestamptz not null default now())`;
const FILL = `insert into bench_rows (id, name, email, phone, date)
  select gen_random_uuid(), 'Friend ' || n, 'friend.' || n || '@example.com', '555 ' || n, now()
  from generate_series(1, $1::int) n`;

const MARKED: Queue = { database: 'contestant', store: 'rows', index: ['sent', 0] };
const QUEUES: Readonly<Record<Way, Queue>> = {
  'row-limit': MARKED,
  'one-by-one': MARKED,
  floor: { database: 'floor', store: 'rows' },
};

export interface PlainContestants {
  /** Queues rows without signal in a new profile, and has the page send them its way. */
  replay(way: Way, cell: Omit<Cell, 'isTwice'>): Promise<Replayed>;
  stop(): Promise<void>;
}

/** The contestants other than the app: a page and a server that send rows and do nothing else. */
export async function startPlainContestants(world: BenchWorld): Promise<PlainContestants> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-bench-'));
  const page = path.join(folder, 'page.js');
  const source = fileURLToPath(new URL('contestant-page.ts', import.meta.url));
  await writeFile(page, await buildPage(`import ${JSON.stringify(source)};`));
  const url = await world.makeDatabase('row_limit');
  await world.sql(url, TABLE);
  const server = await startContestant('replay/row-limit-server.ts', {
    DATABASE_URL: url,
    PAGE: page,
  });
  return {
    async replay(way, cell) {
      await world.sql(url, 'truncate bench_rows');
      await world.sql(url, FILL, [cell.stored]);
      await world.sql(url, 'analyze bench_rows');
      const replayed = await replayPlainly(server.port, way, cell);
      const [stored] = await world.sql(url, 'select count(*)::int as count from bench_rows');
      if (stored?.['count'] !== cell.stored + cell.rows) throw new Error(`${way} lost rows`);
      return replayed;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function replayPlainly(
  port: number,
  way: Way,
  { rows, stored, speed }: Omit<Cell, 'isTwice'>,
): Promise<Replayed> {
  const line = await openBenchLine(port);
  const profile = await openProfile(line.origin);
  try {
    const page = await profile.context.newPage();
    await page.goto('/');
    await page.waitForFunction(() => 'contestant' in window);
    line.shut();
    await profile.context.setOffline(true);
    const word = `w${Date.now().toString(36)}`;
    await page.evaluate(
      ([name, input]) => {
        const { contestant } = window as unknown as {
          contestant: { prepare(way: string, input: unknown): Promise<void> };
        };
        return contestant.prepare(name, input);
      },
      [way, { word, count: rows, stored }] as const,
    );
    await watchQueue(page, QUEUES[way]);
    return await regain(page, line, { speed, rows: makeRows(word, rows) });
  } finally {
    await profile.close();
    await line.close();
  }
}
