import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { switchTo } from '../embedded/account.ts';
import { startEmbeddedPostgres } from '../embedded/start.ts';
import type { Env } from '../env/env.ts';
import { readSessionKeys } from '../start/session-keys.ts';
import { Crew } from './crew.ts';
import { shareFigures } from './figures.ts';
import type { Readiness, Shared } from './orders.ts';
import { startWorker } from './start-worker.ts';

export interface Supervised extends Readiness {
  /** Resolves with the reason if the installation cannot go on. */
  readonly lost: Promise<Error>;
  /** Replaces the workers one by one by ones that load the code anew. */
  renew(): void;
  /** Lets the workers finish their requests, then stops the database. */
  stop(): Promise<void>;
}

/**
 * Starts `env.workers` workers on one port and one database, the embedded one if none is given, and keeps them running;
 * resolves when all serve. Throws what the first worker says if it cannot start.
 */
export async function superviseWorkers(env: Env, log: Logger): Promise<Supervised> {
  await mkdir(env.dataDir, { recursive: true });
  const lost = Promise.withResolvers<Error>();
  const database = await holdDatabase(env, log, lost.resolve);
  try {
    const shared: Shared = { sessionKeys: await readSessionKeys(env), embedded: database.held };
    const first = Promise.withResolvers<Readiness>();
    const crew: Crew = new Crew({
      count: env.workers,
      start: () => shareFigures(startWorker(shared), () => crew.workers),
      onFirst: (told) => {
        first.resolve(told);
        giveUpRootAs(told);
      },
      log,
      onLost: lost.resolve,
    });
    await crew.start();
    return {
      ...(await first.promise),
      lost: lost.promise,
      renew: () => void crew.renew(),
      stop: async () => {
        await crew.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** The embedded database, kept running, unless another is given. */
async function holdDatabase(
  { databaseUrl, dataDir, restartsMax }: Env,
  log: Logger,
  onLost: (error: Error) => void,
) {
  if (databaseUrl !== undefined) return { held: undefined, stop: async () => {} };
  const { stop, ...held } = await startEmbeddedPostgres({
    dataDir,
    // PostgreSQL's lines may quote rows, which are personal data.
    log: (line) => log.debug(line),
    keep: { report: (line) => log.error(line), onLost, restartsMax },
  });
  return { held, stop };
}

/** Goes on as whom the first worker goes on as: the later ones are started without root, and can be told and ended. */
function giveUpRootAs({ user }: Readiness): void {
  if (user && process.getuid?.() === 0 && user.uid !== 0) switchTo(user);
}
