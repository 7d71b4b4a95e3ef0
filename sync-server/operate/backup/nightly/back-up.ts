import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { DamagedBackup } from '../format.ts';
import { CannotTry, tryBackup } from '../try-backup.ts';
import { writeBackup } from '../write-backup.ts';
import type { Orm } from '../../../src/db/orm.ts';
import { copyElsewhere } from './copy-elsewhere.ts';
import { nightlyName, prepareFolder, prune } from './nightly-files.ts';
import {
  beginNight,
  databaseTime,
  isDue,
  type Night,
  nightOf,
  noteFault,
  noteSaved,
  noteVerified,
} from './nights.ts';

/** What a night's backup needs; the settings are described in docs/run/backups.md. */
export interface NightlyWork {
  readonly orm: Orm;
  readonly openOther: (name: string) => Promise<Orm>;
  readonly log: Logger;
  readonly settings: {
    readonly folder: string;
    readonly keep: number;
    readonly hour: number;
    readonly key: string | undefined;
    readonly copy: string | undefined;
  };
  readonly signal: AbortSignal;
  /** Whether the database's disk has room for a copy of it; throws, in words, if not. */
  readonly requireRoom?: (em: SqlEntityManager) => Promise<void>;
  /** The database's clock if absent. */
  readonly clock?: (em: SqlEntityManager) => Promise<Date>;
}

/** The lock under which one process of many makes the backup; any number will do if it never changes. */
const BACKUP_LOCK = 7_316_500_249;
/** More often than the database ends an idle transaction; milliseconds. */
const HOLD_EVERY_MS = 60_000;

/**
 * Makes this night's backup if it is due and no other process is at it: saves, restores and compares, removes old files,
 * copies. What fails is noted, logged and tried again an hour later. Resolves to whether it did anything.
 */
export async function backUpIfDue(work: NightlyWork): Promise<boolean> {
  const em = work.orm.em.fork();
  const { clock = databaseTime, settings } = work;
  const isWanted = async () => {
    const at = await clock(em);
    return isDue(em, nightOf(at, settings.hour), at);
  };
  if (!(await isWanted())) return false;
  return aloneInCluster(work.orm, async () => {
    // Another process may have done it since.
    if (!(await isWanted())) return false;
    await backUp(work, em);
    return true;
  });
}

/**
 * Runs it if nobody else holds the lock, which ends with our process, however that ends. Not by `transactional`, inside
 * of which the EntityManagers of other databases would be in this transaction.
 */
async function aloneInCluster(orm: Orm, run: () => Promise<boolean>): Promise<boolean> {
  const holder = orm.em.fork();
  await holder.begin();
  let failure: unknown;
  const hold = setInterval(() => {
    holder.execute('select 1').catch((error: unknown) => (failure = error));
  }, HOLD_EVERY_MS);
  try {
    const [lock] = await holder.execute<{ isOurs: boolean }[]>(
      'select pg_try_advisory_xact_lock(?) as "isOurs"',
      [BACKUP_LOCK],
    );
    const result = lock?.isOurs === true && (await run());
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    clearInterval(hold);
    await holder.rollback();
  }
}

async function backUp(work: NightlyWork, em: SqlEntityManager): Promise<void> {
  const { clock = databaseTime, settings, log, signal } = work;
  const { night, ...known } = await beginNight(em, nightOf(await clock(em), settings.hour));
  let file = known.file;
  try {
    file = keptFile(known) ?? (await save(work, em, night));
    await tryIt(work, em, { night, file });
  } catch (error) {
    signal.throwIfAborted();
    const words = error instanceof Error ? error.message : String(error);
    const isDamaged = error instanceof DamagedBackup;
    const isFinal = error instanceof CannotTry;
    await noteFault(em, night, { words: sentence(words), at: await clock(em), isDamaged, isFinal });
    log.error({ err: error }, 'the backup of the night failed');
    // What cannot be tried is better than nothing; a file that is no use goes nowhere.
    if (isDamaged) return;
  }
  await copyAll(work, em, night);
}

/** The night's file, if an earlier try has saved one. */
function keptFile({ file, isSaved }: Omit<Night, 'night'>): string | undefined {
  return isSaved && file !== null && existsSync(file) ? file : undefined;
}

async function save(work: NightlyWork, em: SqlEntityManager, night: string): Promise<string> {
  const { clock = databaseTime, orm, settings, log, signal } = work;
  const { folder, key } = settings;
  const at = await clock(em);
  await prepareFolder(folder);
  const file = path.resolve(folder, nightlyName(at, key !== undefined));
  const saved = await writeBackup(orm, { file, key }, signal);
  await noteSaved(em, night, { file, at, ...saved });
  log.info({ file, ...saved }, 'a backup was saved');
  return file;
}

async function tryIt(
  work: NightlyWork,
  em: SqlEntityManager,
  { night, file }: { night: string; file: string },
): Promise<void> {
  const { clock = databaseTime, settings, log } = work;
  await work.requireRoom?.(em);
  await tryBackup(work, { file, key: settings.key });
  await noteVerified(em, night, await clock(em));
  const removed = await prune(settings.folder, file, settings.keep);
  log.info({ file, removed }, 'the backup was restored and compared: it is as it was saved');
}

/** Copies what was not copied yet, also of earlier nights. */
async function copyAll(work: NightlyWork, em: SqlEntityManager, night: string): Promise<void> {
  const { clock = databaseTime, settings, log, signal } = work;
  if (settings.copy === undefined) return;
  const waiting = await em.execute<{ night: string; file: string }[]>(
    `select night::text, file from backup_runs
     where saved_at is not null and copied_at is null order by night`,
  );
  for (const one of waiting.filter(({ file }) => existsSync(file))) {
    const fault = await copyElsewhere(settings.copy, one.file, signal);
    const at = await clock(em);
    if (!fault) {
      await em.execute('update backup_runs set copied_at = ? where night = ?', [at, one.night]);
      continue;
    }
    await noteFault(em, night, {
      words: sentence(`${path.basename(one.file)}: ${fault.words}`),
      at,
    });
    log.error({ file: one.file, said: fault.said }, fault.words);
  }
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
