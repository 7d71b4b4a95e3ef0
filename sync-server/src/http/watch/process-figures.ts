import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { waitingFor } from '../../db/bounded-pool.ts';
import type { Orm } from '../../db/orm.ts';
import type { NoteRow } from '../context.ts';

/** Seconds; from a response out of memory to a phone's time-out. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds; from a phone with signal to one that was away for a month. */
const AGE_BUCKETS = [1, 5, 15, 60, 300, 3600, 21_600, 86_400, 604_800, 2_592_000];

export interface ProcessSource {
  readonly orm: Orm;
  /** How many passwords the process has hashed or checked. */
  readonly countHashes: () => number;
}

/** What one process counts as it serves. */
export interface ProcessFigures {
  /** Starts the clock of a request; the returned function stops it. */
  readonly startTimer: (method: string) => (labels: { route: string; status: number }) => void;
  readonly noteRow: NoteRow;
}

/** Fills a registry with what one process knows by itself. No label holds what people typed, nor an id. */
export function measureProcess(registry: Registry, source: ProcessSource): ProcessFigures {
  collectDefaultMetrics({ register: registry });
  measurePool(registry, source.orm);
  measurePasswords(registry, source.countHashes);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response by route pattern, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return {
    startTimer: (method) => durations.startTimer({ method }),
    noteRow: measureRows(registry),
  };
}

/** If requests wait for a connection for more than a moment, the pool or the database is too small. */
function measurePool(registry: Registry, orm: Orm): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to the database: idle, in use, and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const pool = await orm.em.getConnection('write').getNativeClient();
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'waiting' }, waitingFor(pool));
    },
  });
}

/** Each costs some 20 ms of one CPU, so a rate near the limit means that somebody is guessing. */
function measurePasswords(registry: Registry, countHashes: () => number): void {
  const hashes: Gauge = new Gauge({
    name: 'password_hashes',
    help: 'Passwords this process has hashed or checked since it started',
    registers: [registry],
    collect: () => hashes.set(countHashes()),
  });
}

function measureRows(registry: Registry): NoteRow {
  const rows = new Counter({
    name: 'referral_rows_total',
    help: 'Referrals that devices sent, by verdict: created, stored before, or the code of the refusal',
    labelNames: ['verdict'],
    registers: [registry],
  });
  const ages = new Histogram({
    name: 'push_age_seconds',
    help: 'Time from adding a referral, by the clock of the device, until it was first stored',
    buckets: AGE_BUCKETS,
    registers: [registry],
  });
  return ({ verdict, ageMs }) => {
    rows.inc({ verdict });
    if (ageMs !== undefined) ages.observe(ageMs / 1000);
  };
}
