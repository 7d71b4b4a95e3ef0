import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { createApp } from '../../src/app.ts';
import { startBackups } from '../backup/nightly/start-backups.ts';
import { startHousekeeping } from '../housekeeping/housekeeping.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase, type HeldDatabase, type OpenDatabase } from './open-database.ts';
import type { Orm } from '../../src/db/orm.ts';
import type { Env } from '../env/env.ts';
import { type MailSetup, setUpMail } from '../../src/messages/mail/mail-state.ts';
import { openProvider } from '../../src/accounts/sso/provider.ts';
import type { SsoSetup } from '../../src/accounts/sso/sso-state.ts';
import { startSending } from '../../src/messages/mail/send.ts';
import { boundHashing } from '../../src/accounts/session/password.ts';
import { giveUpRoot, type RootlessWish } from './give-up-root.ts';
import { watchRequests } from '../../src/http/listen/drain.ts';
import { openHttpServer, STALLED_MS } from '../../src/http/listen/http-server.ts';
import { catchStrayErrors } from '../../src/http/listen/stray-errors.ts';
import { ensureFirstAdmin, type FirstAdmin } from '../install/first-admin.ts';
import { writeReferenceData } from '../install/reference-data.ts';
import type { FigureSource } from '../../src/http/watch/metrics.ts';
import { localOrigin, mailSetup } from './mail-setup.ts';
import { openLog } from './open-log.ts';
import { findOtherKeys, readSessionKeys } from './session-keys.ts';

const WEB_ROOT = fileURLToPath(new URL('../../../pwa/dist', import.meta.url));

export interface RunningServer {
  readonly origin: string;
  readonly orm: Orm;
  /** Only at the start that created it. */
  readonly firstAdmin: FirstAdmin | undefined;
  /** Resolves with the reason if the process cannot go on. */
  readonly lost: Promise<Error>;
  /** If started as root, continues as another user; returns a line that says so, or why not. */
  giveUpRoot(): Promise<string | undefined>;
  /** Takes no more connections, lets running requests finish, then closes the database. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log?: Logger;
  /** Without SMTP_URL, messages are kept in the database to be read. */
  readonly keepsMail?: boolean;
  /** An embedded PostgreSQL that another process keeps running. */
  readonly embedded?: HeldDatabase | undefined;
  /** What else must be readable once root is given up. */
  readonly files?: readonly string[];
  /** What all processes that serve the address have measured. */
  readonly figures?: FigureSource;
}

/**
 * Starts everything one process needs: database (its own if none is given), migrations, reference data, first admin,
 * HTTP. Throws with advice if a part cannot start.
 */
export async function startServer(env: Env, options: StartOptions = {}): Promise<RunningServer> {
  const { log = openLog(), embedded, files = [], figures } = options;
  boundHashing(env.passwords);
  await mkdir(env.dataDir, { recursive: true });
  // PostgreSQL's lines may quote rows, which are personal data: they are logged only at debug level.
  const lost = Promise.withResolvers<Error>();
  const watcher = {
    log: (line: string) => log.debug(line),
    report: (line: string) => log.error(line),
    onLost: lost.resolve,
  };
  const database = await openDatabase(env, watcher, embedded);
  try {
    const { orm, upkeep } = database;
    await migrate(upkeep, watcher.report);
    await writeReferenceData(upkeep);
    const firstAdmin = await ensureFirstAdmin(orm, env);
    const sessionKeys = await readSessionKeys(env);
    const otherKeys = await findOtherKeys(upkeep, sessionKeys);
    if (otherKeys !== undefined) log.error(otherKeys);
    const mail = mailSetup(env, { sessionKeys, ...options });
    if (mail.fault !== undefined) log.error(`No messages are sent: ${mail.fault}`);
    setUpMail(upkeep.em, mail);
    const sso = ssoSetup(env);
    void reportSso(sso, log);
    const handled = { ...database, log, sessionKeys, mail, sso, figures };
    const server = await listen(env, handlerOf(env, handled));
    const letErrorsPass = catchStrayErrors(log, lost.resolve);
    const drain = watchRequests(server);
    const stopHousekeeping = startHousekeeping(upkeep, log);
    const stopBackups = backUpNightly(env, database, log);
    const stopSending = startSending(() => upkeep.em.fork(), log);
    const stop = async () => {
      stopHousekeeping();
      await Promise.all([drain(env.drainMs), stopSending(), stopBackups()]);
      await database.close();
      letErrorsPass();
    };
    return {
      origin: originOf(env, server),
      orm,
      firstAdmin,
      lost: lost.promise,
      giveUpRoot: () => giveUpRoot(rootlessWish(env, database, files)),
      stop,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function backUpNightly(
  { backup }: Env,
  { upkeep, openOther, disk }: OpenDatabase,
  log: Logger,
): () => Promise<void> {
  if (!backup.nightly) return () => Promise.resolve();
  const requireRoom = disk && ((em: SqlEntityManager) => disk.requireRoomForCopy(em));
  const settings = backup.nightly;
  return startBackups({
    orm: upkeep,
    openOther,
    log,
    settings,
    ...(requireRoom && { requireRoom }),
  });
}

function rootlessWish(
  { runAs, dataDir, backup }: Env,
  { account }: OpenDatabase,
  others: readonly string[],
): RootlessWish {
  const page = path.join(WEB_ROOT, 'index.html');
  const pages = existsSync(page) ? [page] : [];
  const files = [path.resolve(dataDir), import.meta.filename, ...pages, ...others];
  const folders = backup.nightly ? [path.resolve(backup.nightly.folder)] : [];
  return { runAs, dataDir, databaseAccount: account, files, folders };
}

function ssoSetup({ sso }: Env): SsoSetup {
  if (sso === undefined || 'fault' in sso) return { ...sso };
  return { provider: openProvider(sso) };
}

/** Nothing waits for the identity provider: whoever cannot sign in by it has a password. */
async function reportSso({ provider, fault }: SsoSetup, log: Logger): Promise<void> {
  const wrong = fault ?? (await provider?.lookUp());
  if (wrong !== undefined) log.error(`Nobody can use single sign-on: ${wrong}`);
}

type Handled = Pick<OpenDatabase, 'orm' | 'probe' | 'disk'> & {
  log: Logger;
  sessionKeys: readonly string[];
  mail: MailSetup;
  sso: SsoSetup;
  figures: FigureSource | undefined;
};

function handlerOf(env: Env, { orm, probe, disk, ...deps }: Handled) {
  const app = createApp({
    orm,
    probe,
    disk,
    bounds: env.requests,
    log: deps.log,
    sessionKeys: deps.sessionKeys,
    mail: deps.mail,
    sso: deps.sso,
    publicOrigin: env.publicOrigin,
    trustProxy: env.trustProxy,
    metricsToken: env.metricsToken,
    figures: deps.figures,
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : undefined,
  });
  return app.callback();
}

async function listen(env: Env, handle: ReturnType<ReturnType<typeof createApp>['callback']>) {
  const { bodyMs, requestMs } = env.requests;
  const isHttps = env.publicOrigin?.startsWith('https:') ?? false;
  const served = { bodyMs, isHttps, stalledMs: Math.max(STALLED_MS, requestMs) };
  const server = openHttpServer((request, response) => void handle(request, response), served);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${env.port} is in use: set another PORT`) : error);
    });
    server.listen(env.port, env.host, resolve);
  });
  return server;
}

function originOf(env: Env, server: Server): string {
  if (env.publicOrigin !== undefined) return env.publicOrigin;
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : env.port;
  return localOrigin(env.host, port);
}
