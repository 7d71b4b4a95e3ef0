import Router from '@koa/router';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { readReferPath } from '@sunloop/shared-types/referrals/referral-code.ts';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { DiskGuard } from './db/disk-guard.ts';
import type { Orm } from './db/orm.ts';
import type { Probe } from './db/probe.ts';
import { achievementRoutes } from './program/achievements/routes.ts';
import { adminAchievementRoutes } from './program/achievements/desk/routes.ts';
import { adminMailRoutes } from './messages/mail/desk/routes.ts';
import { adminPayoutRoutes } from './program/payouts/routes.ts';
import { adminRewardRoutes } from './program/rewards/desk/routes.ts';
import { adminTierRoutes } from './program/tiers/routes.ts';
import { adminUserRoutes } from './accounts/users/routes.ts';
import { auditRoutes } from './ground/audit/routes.ts';
import { writeAudit } from './ground/audit/service.ts';
import { countHashes } from './accounts/session/password.ts';
import { type MailSetup, setUpMail } from './messages/mail/mail-state.ts';
import { changePasswordAddress, linkRoutes } from './accounts/links/routes.ts';
import { mailOffPage, mailRoutes } from './messages/mail/routes.ts';
import { courierRoutes } from './referrals/courier/routes.ts';
import { impactRoutes } from './program/impact/routes.ts';
import { readOwnRequestPath, requestPage } from './visitors/requests/routes.ts';
import { landingPage, openPicture } from './visitors/landing/routes.ts';
import { personalDataRoutes } from './accounts/personal-data/routes.ts';
import { quoteRoutes } from './visitors/quotes/routes.ts';
import { readReceiptPath, receiptPage, receiptRoutes } from './referrals/receipts/routes.ts';
import { deviceRoutes } from './referrals/device-reports/routes.ts';
import { doNotContactRoutes } from './referrals/do-not-contact/routes.ts';
import { callRoutes } from './referrals/calls/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { reportRoutes } from './program/reports/routes.ts';
import { rewardRoutes } from './program/rewards/routes.ts';
import { setUpFactors } from './accounts/second-factor/setup.ts';
import { secondFactorRoutes } from './accounts/second-factor/routes.ts';
import { findInstallationFigures } from './ground/security/installation-figures.ts';
import { securityRoutes } from './ground/security/routes.ts';
import { askAgainIn, sessionRoutes } from './accounts/session/routes.ts';
import { settingRoutes } from './ground/settings/routes.ts';
import { statsRoutes } from './program/stats/routes.ts';
import { readTextPagePath, textPages } from './visitors/text-pages/routes.ts';
import { ssoFaultPage, ssoRoutes } from './accounts/sso/routes.ts';
import { setUpSso, type SsoSetup } from './accounts/sso/sso-state.ts';
import { syncRoutes } from './referrals/sync/routes.ts';
import { onBehalfRoutes } from './referrals/on-behalf/routes.ts';
import { userRoutes } from './ground/users/routes.ts';
import { Bindings, mountRoutes } from './http/calls/bind-route.ts';
import { boundBodies } from './http/bounds/body.ts';
import { boundCompression } from './http/bounds/bounded-compression.ts';
import { DEFAULT_BOUNDS, type RequestBounds } from './http/bounds/bounds.ts';
import { compression } from './http/bounds/compression.ts';
import { boundTime } from './http/bounds/bound-time.ts';
import { shedLoad } from './http/bounds/shed-load.ts';
import type { Middleware, RequestState } from './http/context.ts';
import { apiAnswers } from './http/error-handler.ts';
import { methodNotAllowed, notFound, rateLimited, unavailable } from './http/errors.ts';
import { openApiDocument } from './http/openapi/serve.ts';
import { requireSameOrigin } from './http/same-origin.ts';
import { forbidTransforms } from './http/no-transform.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { cookieKeys } from './http/session/cookie-keys.ts';
import { sessionMiddleware } from './http/session/session.ts';
import { requireExactCase } from './http/calls/exact-case.ts';
import { inlineHashes } from './http/inline-hashes.ts';
import { sharedWithoutWorker } from './http/files/share-target.ts';
import { webFiles } from './http/files/static.ts';
import { health } from './http/watch/health.ts';
import { type FigureSource, metrics } from './http/watch/metrics.ts';
import { warnOfProxy } from './http/watch/proxy-warning.ts';
import { noteRefusedAdminCalls } from './http/watch/refused-admin-calls.ts';
import { requestLog } from './http/watch/request-log.ts';
import { requestQueue } from './http/bounds/request-queue.ts';
import type { KeyedQueue } from './db/query/keyed-queue.ts';

export interface AppDeps {
  readonly orm: Orm;
  /** Says whether the database is ready. */
  readonly probe: Probe;
  /** Where the data is, if known. */
  readonly disk?: DiskGuard | undefined;
  /** The defaults if absent. */
  readonly bounds?: RequestBounds;
  readonly log: Logger;
  /** Signing keys of cookies, newest first. */
  readonly sessionKeys: readonly string[];
  /** Base of links and the only origin that may write; taken from the request if absent. */
  readonly publicOrigin?: string | undefined;
  /** How many proxies in front to trust for X-Forwarded-*. */
  readonly trustProxy?: number;
  /** Opens /metrics to whoever sends it as a bearer token. */
  readonly metricsToken?: string | undefined;
  /** What all processes that serve the address have measured; only this one is told of if absent. */
  readonly figures?: FigureSource | undefined;
  /** How messages are sent; none are if absent. */
  readonly mail?: MailSetup;
  /** By whom people sign in; only by password if absent. */
  readonly sso?: SsoSetup;
  /** Folder of the built app; without one only the API is served. */
  readonly webRoot?: string | undefined;
}

/** By then a user's waiting writes are done. */
const BUSY_RETRY_SECONDS = 2;

/** The features of the server, in the order their routes are bound. */
export function bindFeatures({
  publicOrigin,
  bounds = DEFAULT_BOUNDS,
}: Pick<AppDeps, 'publicOrigin' | 'bounds'> = {}): Bindings {
  const bindings = new Bindings();
  for (const routesOf of [
    achievementRoutes(bounds.checkSeconds),
    adminAchievementRoutes,
    adminMailRoutes,
    adminPayoutRoutes,
    adminRewardRoutes,
    adminTierRoutes,
    adminUserRoutes,
    auditRoutes,
    callRoutes,
    deviceRoutes,
    doNotContactRoutes,
    impactRoutes,
    linkRoutes,
    mailRoutes,
    personalDataRoutes,
    quoteRoutes,
    receiptRoutes,
    referralRoutes,
    reportRoutes,
    rewardRoutes,
    secondFactorRoutes,
    securityRoutes,
    sessionRoutes,
    courierRoutes,
    settingRoutes,
    ssoRoutes(publicOrigin),
    statsRoutes,
    syncRoutes,
    onBehalfRoutes,
    userRoutes,
  ])
    routesOf(bindings);
  return bindings;
}

/** The whole HTTP application; holds no state of its own besides its dependencies. */
export function createApp(deps: AppDeps): Koa<RequestState> {
  const app = new Koa<RequestState>({
    proxy: (deps.trustProxy ?? 0) > 0,
    maxIpsCount: deps.trustProxy ?? 0,
  });
  app.keys = cookieKeys(deps.sessionKeys);
  setUpMail(deps.orm.em, deps.mail ?? {});
  setUpFactors(deps.orm.em, { keys: deps.sessionKeys, publicOrigin: deps.publicOrigin });
  setUpSso(deps.orm.em, deps.sso ?? {});
  app.on('error', (error: unknown) => logBrokenAnswer(deps.log, error));
  const isHttps = deps.publicOrigin?.startsWith('https:') ?? false;
  const bounds = deps.bounds ?? DEFAULT_BOUNDS;
  const { orm, figures } = deps;
  const findInstallation = () => findInstallationFigures(orm.em.fork());
  const { count, page } = metrics(deps.metricsToken, {
    orm,
    countHashes,
    figures,
    findInstallation,
  });
  app.use(count);
  app.use(setSecurityHeaders(app, { isHttps, inline: inlineHashes(deps.webRoot) }));
  app.use(unlessFile(shedLoad(bounds.callsAtOnce, deps.log)));
  app.use(requestLog(deps.log));
  app.use(warnOfProxy(deps.log, deps.trustProxy ?? 0));
  app.use((ctx, next) => (isOfApi(ctx.path) ? next() : forbidTransforms(ctx, next)));
  app.use(page);
  app.use(health(deps.probe, deps.disk));
  app.use(underApi(apiAnswers()));
  app.use(unlessFile(compression()));
  app.use(unlessFile(boundCompression(bounds.compressionsAtOnce)));
  app.use(boundTime(bounds.requestMs));
  app.use(boundBodies(bounds));
  app.use(requireExactCase());
  const router = apiRouter(app, deps, isHttps);
  app.use(router.middleware());
  app.use(underApi(refuseUnmatched(router)));
  app.use(changePasswordAddress);
  app.use(mailOffPage(deps));
  app.use(ssoFaultPage(deps));
  app.use(receiptPage(deps));
  if (deps.webRoot !== undefined) serveWeb(app, deps, deps.webRoot);
  return app;
}

// Koa itself only sees responses that broke off while being sent, mostly because the caller disconnected.
function logBrokenAnswer(log: Logger, error: unknown): void {
  log.warn({ err: error }, 'a response was not sent completely');
}

function serveWeb(app: Koa<RequestState>, deps: AppDeps, webRoot: string): void {
  app.use(landingPage({ ...deps, webRoot }));
  app.use(openPicture(deps));
  app.use(requestPage({ ...deps, webRoot }));
  app.use(textPages({ ...deps, webRoot }));
  app.use(sharedWithoutWorker);
  app.use(webFiles(webRoot));
}

// Also for paths that only look like the API's: whatever can only have been meant for the API is
// answered in its form.
function underApi(middleware: Middleware): Middleware {
  return (ctx, next) => (isOfApi(ctx.path) ? middleware(ctx, next) : next());
}

const isOfApi = (url: string) => /^\/api(\/|$)/i.test(url);

/** The files of the app were compressed when it was built. */
function unlessFile(middleware: Middleware): Middleware {
  return (ctx, next) => (isOfApi(ctx.path) || isDrawn(ctx.path) ? middleware(ctx, next) : next());
}

const isDrawn = (url: string) =>
  [readReferPath, readOwnRequestPath, readTextPagePath, readReceiptPath].some(
    (read) => read(url) !== undefined,
  );

/** A request's EntityManagers; its own is made when it is asked for. */
class EntityManagers implements Pick<RequestState, 'em' | 'sharedEm'> {
  readonly sharedEm: SqlEntityManager;
  #own: SqlEntityManager | undefined;

  constructor(sharedEm: SqlEntityManager) {
    this.sharedEm = sharedEm;
  }

  get em(): SqlEntityManager {
    return (this.#own ??= this.sharedEm.fork());
  }
}

function apiRouter(app: Koa<RequestState>, deps: AppDeps, isHttps: boolean): Router<RequestState> {
  // Paths are case-sensitive.
  const router = new Router<RequestState>({ sensitive: true });
  const forkEm: Middleware = (ctx, next) => {
    ctx.state = Object.assign(new EntityManagers(deps.orm.em), ctx.state);
    return next();
  };
  const sameOrigin: Middleware = (ctx, next) => {
    requireSameOrigin(ctx, deps.publicOrigin);
    return next();
  };
  const session = sessionMiddleware(app, { isHttps, em: deps.orm.em });
  const guards = [
    forkEm,
    sameOrigin,
    requireRoom(deps.disk),
    session,
    noteRefusedAdminCalls(writeAudit),
  ];
  const writes = queueOfWrites(deps.bounds ?? DEFAULT_BOUNDS);
  const mounted = { guards, writes, askAgain: askAgainIn };
  mountRoutes(router, bindFeatures(deps), mounted);
  router.get('/api/openapi.json', openApiDocument());
  return router;
}

/** Refuses writes to a full disk (503). */
function requireRoom(disk: DiskGuard | undefined): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (disk && !isRead && !(await disk.hasRoom())) throw unavailable();
    return next();
  };
}

// Limits a user's writes: each holds a connection while it waits for rows another of them has locked.
function queueOfWrites({ writesPerUser, writesWaitingPerUser }: RequestBounds): KeyedQueue {
  const bounds = { atOnce: writesPerUser, queue: writesWaitingPerUser };
  return requestQueue(bounds, () => rateLimited(BUSY_RETRY_SECONDS));
}

// An unknown path is 404; a known one with a method it does not support is 405.
function refuseUnmatched(router: Router<RequestState>): Middleware {
  return (ctx) => {
    const layers = router.match(ctx.path, ctx.method).path;
    const allowed = new Set(layers.flatMap((layer) => layer.methods));
    throw allowed.size > 0 ? methodNotAllowed([...allowed]) : notFound();
  };
}
