import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import type { Orm } from '../../src/db/orm.ts';
import { noteFaults, takeTurnToLook } from '../../src/ground/security/installation-faults.ts';
import type { Env } from '../env/env.ts';
import type { RunningServer } from '../start/server-process.ts';
import { examineRunning } from './examine.ts';

/** Milliseconds. Root is given up by then, and the port is open. */
const FIRST_LOOK_MS = 60_000;

/**
 * Looks once an hour, one process of all, what is wrong with the installation, and keeps it for admins; until the returned
 * server, which is the given one, is stopped.
 */
export function watchInstallation(env: Env, server: RunningServer): RunningServer {
  const { orm, log } = server;
  const look = () => {
    lookIfDue(env, orm).catch((error: unknown) =>
      log.warn({ err: error }, 'looking after the installation failed'),
    );
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const timer = setInterval(look, HOUR_MS).unref();
  const stop = () => {
    clearTimeout(first);
    clearInterval(timer);
    return server.stop();
  };
  return { ...server, stop };
}

/** Notes what is wrong if nobody has looked for an hour. */
export async function lookIfDue(env: Env, orm: Orm): Promise<void> {
  const em = orm.em.fork();
  if (!(await takeTurnToLook(em))) return;
  const found = await examineRunning(env, em);
  // That nobody answers here may be the network's way back to itself; whoever reads this was answered.
  const faults = found.filter(({ level, check }) => level === 'bad' && check !== 'visit');
  await noteFaults(
    em,
    faults.map(({ check, say }) => ({ check, say })),
  );
}
