import { createHash, timingSafeEqual } from 'node:crypto';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { waitingFor } from '../../db/bounded-pool.ts';
import type { Orm } from '../../db/orm.ts';
import { measureReplicas } from './replica-metrics.ts';
import type { Middleware, RequestContext } from '../context.ts';

/** Seconds; from a response out of memory to a phone's time-out. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What one process has measured. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The figures of all processes that serve one address, each under labels of its own. */
export interface FigureSource {
  /** Says how to read those of this process. */
  offer(own: () => Promise<Figures>): void;
  gather(): Promise<readonly Figures[]>;
}

interface MetricSource {
  readonly orm: Orm;
  /** How many passwords the process has hashed or checked. */
  readonly countHashes: () => number;
  /** Absent: this process serves alone. */
  readonly figures?: FigureSource | undefined;
}

/**
 * Measures every request by route pattern, and serves these figures, with those of the process and
 * its pool of database connections, at `/metrics` as Prometheus text. If no token is configured
 * there is no such page (404); otherwise it must be sent as a bearer token (401). Each application
 * has its own figures.
 */
export function metrics(token: string | undefined, source: MetricSource): Middleware {
  if (token === undefined) return (_, next) => next();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measurePool(registry, source.orm);
  measureReplicas(registry, source.orm);
  measurePasswords(registry, source.countHashes);
  source.figures?.offer(() => registry.getMetricsAsJSON());
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response by route pattern, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return async (ctx, next) => {
    if (ctx.path === '/metrics') return answerMetrics(ctx, token, () => read(registry, source));
    const stop = durations.startTimer({ method: ctx.method });
    try {
      await next();
    } finally {
      stop({ route: routeOf(ctx), status: ctx.status });
    }
  };
}

/** If requests wait for a connection for more than a moment, the pool or the database is too small. */
function measurePool(registry: Registry, orm: Orm): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to the writing database: idle, in use, and requests waiting for one',
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

async function read(own: Registry, { figures }: MetricSource): Promise<string> {
  if (!figures) return own.metrics();
  return AggregatorRegistry.aggregate([...(await figures.gather())]).metrics();
}

async function answerMetrics(ctx: RequestContext, token: string, text: () => Promise<string>) {
  ctx.set('Cache-Control', 'no-store');
  if (!isSame(ctx.get('Authorization'), `Bearer ${token}`)) {
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Bearer');
    ctx.body = 'This page needs its token';
    return;
  }
  ctx.body = await text();
  ctx.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE);
}

// In constant time, wherever they differ.
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

// A pattern, never a path: paths contain ids, of which there is no end.
function routeOf(ctx: RequestContext): string {
  const route: unknown = ctx['routerPath'] ?? ctx['_matchedRoute'];
  if (typeof route === 'string') return route;
  return ctx.path.startsWith('/api/') ? 'unknown' : 'file';
}
