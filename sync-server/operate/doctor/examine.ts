import path from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { findRunning } from '../embedded/find-running.ts';
import { hasDatabase } from '../embedded/cluster.ts';
import { parseEnv, type Env, type Variables } from '../env/env.ts';
import { openDatabase, type OpenDatabase } from '../start/open-database.ts';
import { areOthersKeys } from '../start/session-keys.ts';
import { checkBackups, checkBackupSettings } from './backups.ts';
import { checkSchema, checkServer } from './database.ts';
import { checkDisks } from './disk.ts';
import { bad, look, ok, warn, wordsOf, type Finding } from './finding.ts';
import { checkMail, checkProvider, checkSsoRefusals } from './mail.ts';
import { checkQueues } from './queues.ts';
import { checkRights } from './rights.ts';
import { checkSamples } from './samples.ts';
import { checkSecretFiles, checkSessionKeys } from './secrets.ts';
import { checkSettings } from './settings.ts';
import { checkVisit } from './visit.ts';

interface Place {
  /** Visited instead of PUBLIC_ORIGIN. */
  readonly url?: URL | undefined;
  /** Where the machine's files begin. */
  readonly root?: string;
}

/** Looks at an installation by its settings, and as a visitor. Changes nothing, and starts no database. */
export async function examine(
  variables: Variables,
  { url, root }: Place = {},
): Promise<readonly Finding[]> {
  let env: Env;
  try {
    env = parseEnv(variables);
  } catch (error) {
    const faults = (error as Error).message.split('\n').slice(1);
    return faults.map((fault) => bad('settings', fault));
  }
  return [...(await examineSettings(env, { root })), ...(await examineDatabase(env, url))];
}

/** The same by a process of the server itself, on its own database. */
export async function examineRunning(env: Env, em: SqlEntityManager): Promise<readonly Finding[]> {
  const place = env.publicOrigin && new URL(env.publicOrigin);
  return [
    ...(await examineSettings(env, { isRunning: true })),
    ...(await examineTables(em, env)),
    ...(place ? await look('visit', () => checkVisit(place, em)) : []),
  ];
}

interface Machine {
  readonly isRunning?: boolean;
  readonly root?: string | undefined;
}

async function examineSettings(
  env: Env,
  { isRunning = false, root }: Machine,
): Promise<readonly Finding[]> {
  return [
    ...(await look('settings', () => checkSettings(env))),
    ...(await look('session keys', () => checkSessionKeys(env))),
    ...(await look('secrets', () => checkSecretFiles(env, root))),
    ...(await look('disk', () => checkDisks(env, { isRunning }))),
    ...(await look('backup', () => checkBackupSettings(env))),
    ...(await look('mail', () => checkMail(env))),
    ...(await look('single sign-on', () => checkProvider(env))),
    ...(await look('samples', () => checkSamples(env, root))),
  ];
}

async function examineDatabase(env: Env, url: URL | undefined): Promise<readonly Finding[]> {
  const lines: string[] = [];
  let database: OpenDatabase | undefined;
  const found: Finding[] = [];
  try {
    database = await openRunning(env, lines);
    if (!database) found.push(await describeStopped(env));
  } catch (error) {
    // Our own refusals say what to do; others have a code.
    const isOthers = error instanceof Error && 'code' in error;
    const toDo = isOthers ? '. Start it, or correct DATABASE_URL' : '';
    found.push(bad('database', `${wordsOf(error)}${toDo}`));
  }
  const em = database?.upkeep.em.fork();
  try {
    if (em) found.push(...(await examineTables(em, env)));
    found.push(...lines.map((line) => warn('database', line)));
    const place = url ?? (em && env.publicOrigin && new URL(env.publicOrigin));
    if (place) found.push(...(await look('visit', () => checkVisit(place, em))));
    return found;
  } finally {
    await database?.close();
  }
}

async function describeStopped({ dataDir }: Env): Promise<Finding> {
  const say = 'does not run: start the server, then there is more to see';
  if (await hasDatabase(dataDir)) return warn('database', `its own, which ${say}`);
  const none = `there is none in ${path.resolve(dataDir)}, and DATABASE_URL is not set`;
  return bad('database', `${none}: start the server, which makes it, or correct the settings`);
}

/** The configured database; undefined if it is the server's own and that does not run. */
async function openRunning(env: Env, lines: string[]): Promise<OpenDatabase | undefined> {
  const databaseUrl = env.databaseUrl ?? (await findRunning(env.dataDir));
  if (databaseUrl === undefined) return undefined;
  const watcher = {
    log: () => {},
    report: (line: string) => void lines.push(line),
    onLost: () => {},
  };
  // Whoever asks wants to know now.
  return openDatabase({ ...env, databaseUrl, databaseStartMs: 0 }, watcher);
}

async function examineTables(em: SqlEntityManager, env: Env): Promise<Finding[]> {
  const schema = await look('migrations', () => checkSchema(em));
  const found = [
    ...(await look('database', () => checkServer(em, env))),
    ...(await look('rights', () => checkRights(em, env))),
    ...schema,
  ];
  // What follows asks tables that a database of another version may not have.
  if (schema.some(({ check, level }) => check === 'migrations' && level !== 'ok')) return found;
  return [
    ...found,
    ...(await look('backup', () => checkBackups(em, env))),
    ...(await look('mail', () => checkQueues(em))),
    ...(await look('single sign-on', () => checkSsoRefusals(em, env))),
    ...(await look('session keys', () => compareKeys(em, env))),
  ];
}

async function compareKeys(em: SqlEntityManager, { sessionKeys }: Env): Promise<Finding[]> {
  if (!sessionKeys) return [];
  return (await areOthersKeys(em, sessionKeys))
    ? [
        bad(
          'session keys',
          'the process that started last has others: give all the same SESSION_KEYS, the old ones behind the new one',
        ),
      ]
    : [ok('session keys', 'those of the process that started last')];
}
