import { createHash, timingSafeEqual } from 'node:crypto';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Middleware, RequestContext } from '../context.ts';
import { describeInstallation, type InstallationFigures } from './installation-figures.ts';
import { measureProcess, type ProcessSource } from './process-figures.ts';

/** What one process has measured. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The figures of all processes that serve one address, each under labels of its own. */
export interface FigureSource {
  /** Says how to read those of this process. */
  offer(own: () => Promise<Figures>): void;
  gather(): Promise<readonly Figures[]>;
}

interface MetricSource extends ProcessSource {
  /** Absent: this process serves alone. */
  readonly figures?: FigureSource | undefined;
  /** Asks the database; rejects if it does not answer. */
  readonly findInstallation: () => Promise<InstallationFigures>;
}

interface Metrics {
  /** Measures every request by route pattern. */
  readonly count: Middleware;
  /**
   * Serves at `/metrics` as Prometheus text what the processes measured and what the database knows of the installation. If
   * no token is configured there is no such page (404); otherwise it must be sent as a bearer token (401).
   */
  readonly page: Middleware;
}

/** The figures of one application. */
export function metrics(token: string | undefined, source: MetricSource): Metrics {
  if (token === undefined) {
    const count: Middleware = (ctx, next) => {
      ctx.state.noteRow = () => {};
      return next();
    };
    return { count, page: (_, next) => next() };
  }
  const registry = new Registry();
  const { startTimer, noteRow } = measureProcess(registry, source);
  source.figures?.offer(() => registry.getMetricsAsJSON());
  const count: Middleware = async (ctx, next) => {
    if (ctx.path === '/metrics') return next();
    ctx.state.noteRow = noteRow;
    const stop = startTimer(ctx.method);
    try {
      await next();
    } finally {
      stop({ route: routeOf(ctx), status: ctx.status });
    }
  };
  const page: Middleware = (ctx, next) =>
    ctx.path === '/metrics' ? answerMetrics(ctx, token, () => read(ctx, registry, source)) : next();
  return { count, page };
}

async function read(ctx: RequestContext, own: Registry, source: MetricSource): Promise<string> {
  const installation = source.findInstallation().catch((error: unknown) => {
    ctx.state.log.warn({ err: error }, 'the database gave no figures');
    return undefined;
  });
  const processes = source.figures
    ? AggregatorRegistry.aggregate([...(await source.figures.gather())])
    : own;
  return (await processes.metrics()) + (await describeInstallation(await installation));
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
