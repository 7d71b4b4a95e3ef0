import { dearestEncoding } from './compression.ts';
import { BULK_ADD, ENQUEUE } from './enqueue/bench-enqueue.ts';
import type { Measurements } from './measurements.ts';
import { deltaName, FEW, MANY, shownName } from './refresh/bench-refresh.ts';
import { OPEN_PAGES, type OpenPage } from './replay/app-device.ts';
import { nameOf, type Cell } from './replay/cell.ts';
import { ENGINE, pageName, PAGES_STORED, savedName } from './replay/pages.ts';
import { CONNECTIONS, KOA, loadName, OURS } from './server/bench-server.ts';
import type { Target } from './verdicts.ts';

const cell = (rows: number, overrides: Partial<Cell> = {}): Cell => ({
  rows,
  stored: 0,
  speed: 'fast',
  isTwice: false,
  ...overrides,
});

type Value = Target['value'];
const ratio =
  (name: string, beside: string): Value =>
  (measured) =>
    measured.ratio(name, beside);
const middle =
  (name: string): Value =>
  (measured) =>
    measured.median(name);

const toRowLimit = (where: Cell): Value =>
  ratio(nameOf(where, 'Sunloop'), nameOf(where, 'row limit'));

/** The longest median among all replays of a run: a busy machine stretches single tasks. */
function longestTask(measured: Measurements): number | undefined {
  const names = [...measured.series.keys()].filter((name) =>
    name.endsWith('Sunloop, longest task'),
  );
  const values = names.flatMap((name) => measured.median(name) ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
}

const at = (kind: Target['kind'], unit: Target['unit'], part: Target['part']) =>
  function targetAt(name: string, limit: number, value: Value): Target {
    return { part, name, unit, limit, kind, value };
  };

/** At the number of connections where we do worst. */
const toBare =
  (...operations: string[]): Value =>
  (measured) => {
    const ratios = operations.flatMap((operation) =>
      CONNECTIONS.flatMap(
        (connections) =>
          measured.ratio(
            loadName(operation, connections, OURS),
            loadName(operation, connections, 'bare'),
          ) ?? [],
      ),
    );
    return ratios.length === 0 ? undefined : Math.min(...ratios);
  };

const p99 = (operation: string): Target =>
  at('at most', '×', 'b')(
    `${operation}: p99 at 50 connections, of Koa + MikroORM`,
    1.5,
    (measured) =>
      measured.ratio(
        `${loadName(operation, 50, OURS)}, p99`,
        `${loadName(operation, 50, KOA)}, p99`,
      ),
  );

/** By what a browser waits for most: one referral, also while others send theirs. */
const posts = CONNECTIONS.map((connections) =>
  at('at least', '×', 'b')(
    `single POST over ${connections}, of Koa + MikroORM`,
    0.9,
    ratio(loadName('POST', connections, OURS), loadName('POST', connections, KOA)),
  ),
);

const server = at('at least', '×', 'b');
const replay = at('at most', '×', 'a');
const THIN = cell(1000, { speed: 'slow' });

/** At most a third on top of the engine alone, and as long with 30,000 stored as with none. */
const PAGE_LIMIT = 4 / 3;
const FLAT_LIMIT = 1.25;
const [NONE_STORED] = PAGES_STORED;
const MOST_STORED = PAGES_STORED.at(-1) ?? 0;

/** With each number of stored rows, the worst of them. */
const toEngine =
  (page: OpenPage): Value =>
  (measured) => {
    const ratios = PAGES_STORED.flatMap(
      (stored) => measured.ratio(pageName(page, stored), pageName(ENGINE, stored)) ?? [],
    );
    return ratios.length === 0 ? undefined : Math.max(...ratios);
  };

const PAGE_TARGETS: readonly Target[] = [
  ...(Object.keys(OPEN_PAGES) as OpenPage[]).map((page) =>
    replay(`replay with ${page} open, of the engine alone`, PAGE_LIMIT, toEngine(page)),
  ),
  ...([ENGINE, 'My Referrals'] as const).map((open) =>
    replay(
      `replay with 30,000 stored, of that with none, open page: ${open}`,
      FLAT_LIMIT,
      ratio(pageName(open, MOST_STORED), pageName(open, NONE_STORED)),
    ),
  ),
  replay(
    'saving a file with 30,000 stored, of that with none',
    FLAT_LIMIT,
    ratio(savedName(MOST_STORED), savedName(NONE_STORED)),
  ),
];

/** What is promised. */
export const TARGETS: readonly Target[] = [
  replay('replay of 10,000, of the row limit', 0.35, toRowLimit(cell(10_000))),
  replay(
    'replay of 10,000 with 10,000 stored, of the row limit',
    0.4,
    toRowLimit(cell(10_000, { stored: 10_000 })),
  ),
  replay('replay of 1,000, of the row limit', 0.7, toRowLimit(cell(1000))),
  replay(
    'time of 10,000, of that of 1,000',
    10,
    ratio(nameOf(cell(10_000), 'Sunloop'), nameOf(cell(1000), 'Sunloop')),
  ),
  replay(
    'second delivery of 10,000, of the first',
    1,
    ratio(nameOf(cell(10_000), 'Sunloop, second delivery'), nameOf(cell(10_000), 'Sunloop')),
  ),
  replay('1,000 on a slow line, of the row limit', 0.35, toRowLimit(THIN)),
  replay('bytes sent, of the rows’ JSON', 0.3, middle(nameOf(THIN, 'Sunloop, bytes sent of JSON'))),
  replay(
    'bytes received, of the rows’ JSON',
    0.25,
    middle(nameOf(THIN, 'Sunloop, bytes received of JSON')),
  ),
  ...PAGE_TARGETS,
  at('at most', 'ms', 'a')('longest task of the page during a replay', 50, longestTask),
  server('push, of bare', 0.55, toBare('push of 500')),
  server('single POST, of bare', 0.5, toBare('POST')),
  server('reads (stats, delta), of bare', 0.5, toBare('stats', 'delta read')),
  server('achievement check, of bare', 0.7, toBare('achievement check')),
  ...posts,
  ...['push of 500', 'POST', 'stats', 'own user', 'delta read', 'achievement check'].map(p99),
  at('at most', 'ms', 'c')(
    'refresh with 20,000 stored: on the screen',
    100,
    middle(shownName(MANY)),
  ),
  at('at most', '×', 'c')(
    'refresh with 20,000 stored, of that with 100: server alone',
    1.2,
    ratio(deltaName(MANY), deltaName(FEW)),
  ),
  at('at most', '×', 'd')('enqueue of 10,000, of bulkAdd', 0.15, ratio(ENQUEUE, BULK_ADD)),
  at('at most', 'ms', 'compression')('compression of 100 kB', 5, dearestEncoding),
];
