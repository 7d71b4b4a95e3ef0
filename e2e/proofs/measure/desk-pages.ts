/**
 * `npm run proof desk-pages`: how long the server takes for a page of everybody's referrals, for each sort, filter and search,
 * and for their count. Fails if a bar is exceeded.
 */
import { REFERRAL_COLUMNS } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { adminHeaders, msAt, startSeeded } from './seeded-database.ts';

/** Milliseconds, p95: a page or a count, and a page while somebody types. */
const BARS = { page: 100, search: 150 };
/** Of a year's days by receipt or last change, all must be sorted (decision 40). */
const YEAR_BAR = 1000;
const SORTS_BY_TIME = new Set(['received', '-received', 'updated', '-updated']);
/** How much memory the server's process may take for the file of everything; megabytes. */
const FILE_BAR_MB = 100;
const METRICS_TOKEN = 'desk-pages';
const PAGE_ROWS = '50';
const PAGES = 8;
const RUNS = 5;
const DAY_MS = 86_400_000;
const LOOK_EVERY_BYTES = 5_000_000;

const SORTS = REFERRAL_COLUMNS.flatMap((column) => [column, `-${column}`]);
/** In the seed's names, emails and phones; from three letters or signs on. */
const SEARCHES = {
  'a rare word': '.123456@',
  'an unknown word': 'xqzvwk',
  'a word of 5 %': 'maria',
  'a word of 1 %': 'garcia',
  'the first letters of all': 'fri',
  'a phone with a space': '555 0012',
  'the start of a phone': '555 0',
  'two short words': 'jo an',
  'two letters apart': 'x q',
  'two initials': 'z.z',
  'digits apart': '5 5 5',
  'the ends of two words': 'a b',
};

const YEAR = 'of a year ago';

type Query = Readonly<Record<string, string>>;

function filters(referrer: string): Readonly<Record<string, Query>> {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  return {
    'one status': { status: 'completed' },
    'two statuses': { status: 'contact_made,in_progress' },
    'marked as late': { mark: 'late' },
    'marked as duplicate': { mark: 'duplicate' },
    'of one referrer': { referrer },
    'of a week': { from: ago(7) },
    [YEAR]: { from: ago(730), before: ago(365) },
    'of a status and a month': { status: 'submitted', from: ago(60), before: ago(30) },
  };
}

let isOver = false;

function report(what: string, times: readonly number[], bar: number): void {
  const isFine = msAt(times, 0.95) <= bar;
  if (!isFine) isOver = true;
  const [p50, p95] = [0.5, 0.95].map((share) => String(msAt(times, share)).padStart(5));
  console.log(`${isFine ? 'ok  ' : 'OVER'} ${what.padEnd(58)} p50 ${p50}  p95 ${p95} ms of ${bar}`);
}

class Desk {
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  constructor(origin: string, headers: Record<string, string>) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** Milliseconds until the whole answer has arrived, and the path of the next page. */
  async #time(path: string): Promise<{ ms: number; next: string | undefined }> {
    const startedAt = performance.now();
    const response = await fetch(this.#origin + path, { headers: this.#headers });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return { ms, next: /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] };
  }

  /** Reads a list's first pages. */
  async timePages(query: Query, pages = PAGES): Promise<number[]> {
    const times: number[] = [];
    const search = new URLSearchParams({ ...query, limit: PAGE_ROWS });
    let path: string | undefined = `/api/admin/referrals?${search.toString()}`;
    while (path !== undefined && times.length < pages) {
      const { ms, next } = await this.#time(path);
      times.push(ms);
      path = next;
    }
    return times;
  }

  /** Reads the file of everything, and what the server's process takes meanwhile beyond what it took before. */
  async readFile(): Promise<{ lines: number; seconds: number; megabytes: number }> {
    const before = await this.#memoryMb();
    let most = before;
    let bytesSinceLook = 0;
    let lines = 0;
    const startedAt = performance.now();
    const response = await fetch(`${this.#origin}/api/admin/referrals?format=csv`, {
      headers: this.#headers,
    });
    if (!response.ok || !response.body) throw new Error(`the file: ${response.status}`);
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      lines += part.split('\n').length - 1;
      bytesSinceLook += part.length;
      if (bytesSinceLook < LOOK_EVERY_BYTES) continue;
      bytesSinceLook = 0;
      most = Math.max(most, await this.#memoryMb());
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return { lines, seconds, megabytes: most - before };
  }

  async #memoryMb(): Promise<number> {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${this.#origin}/metrics`, { headers })).text();
    const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
    if (bytes === undefined) throw new Error('the server does not tell its memory');
    return Number(bytes) / 1e6;
  }

  async timeCounts(query: Query): Promise<number[]> {
    const path = `/api/admin/referrals/count?${new URLSearchParams(query).toString()}`;
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push((await this.#time(path)).ms);
    return times;
  }
}

async function measure(desk: Desk, referrer: string): Promise<void> {
  for (const sort of SORTS) report(`sort ${sort}`, await desk.timePages({ sort }), BARS.page);
  for (const [what, filter] of Object.entries(filters(referrer))) {
    const times: number[] = [];
    const ofYear: number[] = [];
    for (const sort of SORTS) {
      const isYear = what === YEAR && SORTS_BY_TIME.has(sort);
      (isYear ? ofYear : times).push(...(await desk.timePages({ ...filter, sort }, 3)));
    }
    report(`${what}, each sort`, times, BARS.page);
    if (ofYear.length > 0) report(`${what}, by receipt or last change`, ofYear, YEAR_BAR);
    report(`${what}, its count`, await desk.timeCounts(filter), BARS.page);
  }
  report('the count of all', await desk.timeCounts({}), BARS.page);
  for (const [what, q] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (const sort of SORTS) times.push(...(await desk.timePages({ q, sort }, 2)));
    report(`${what} ('${q}'), each sort`, times, BARS.search);
    report(`${what} ('${q}'), its count`, await desk.timeCounts({ q }), BARS.search);
  }
}

async function measureFile(desk: Desk, referrals: number): Promise<void> {
  const { lines, seconds, megabytes } = await desk.readFile();
  const isFine = megabytes <= FILE_BAR_MB && lines === referrals + 1;
  if (!isFine) isOver = true;
  const speed = `${lines} lines in ${seconds.toFixed(0)} s`;
  console.log(
    `${isFine ? 'ok  ' : 'OVER'} the file: ${speed}, ${megabytes.toFixed(0)} MB of ${FILE_BAR_MB}`,
  );
}

const server = await startSeeded({ METRICS_TOKEN });
try {
  const { rows } = await server.database.query<{ id: string }>(
    'select user_id as id from referral_counts order by submitted desc, user_id limit 1',
  );
  const desk = new Desk(server.origin, await adminHeaders(server.origin));
  // Once for nothing: connections, and what the system keeps in memory.
  for (const sort of SORTS) await desk.timePages({ sort }, 1);
  await measure(desk, rows[0]?.id ?? '');
  await measureFile(desk, server.referrals);
} finally {
  await server.stop();
}
if (isOver) process.exitCode = 1;
