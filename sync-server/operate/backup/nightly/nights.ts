import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS } from '@sunloop/shared-types/limits.ts';

/** What is known of one night's backup. */
export interface Night {
  readonly night: string;
  readonly file: string | null;
  readonly isSaved: boolean;
}

const RETRY_MS = HOUR_MS;
const KEPT_DAYS = 400;

/** The present time by the database, which all processes share. */
export async function databaseTime(em: SqlEntityManager): Promise<Date> {
  const [row] = await em.execute<{ now: string }[]>('select now()::text as now');
  if (!row) throw new Error('the database did not tell the time');
  return new Date(row.now);
}

/** The date (UTC) on which the newest night began that has begun at this hour; no time zone changes it. */
export function nightOf(at: Date, hour: number): string {
  return new Date(at.getTime() - hour * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Whether this night's backup is to be made now: it is not done yet, and did not fail within the hour. A night that is one
 * ahead counts as well, so that a clock put back makes no second one.
 */
export async function isDue(em: SqlEntityManager, night: string, at: Date): Promise<boolean> {
  const next = new Date(Date.parse(night) + DAY_MS).toISOString();
  const rows = await em.execute<object[]>(
    `select 1 from backup_runs where night between :night::date and :next::date
       and (is_done or night > :night::date or fault_at > :retryAfter::timestamptz)`,
    { night, next, retryAfter: new Date(at.getTime() - RETRY_MS).toISOString() },
  );
  return rows.length === 0;
}

/** The night's row, made if it is missing, without what an earlier try said; those of long ago go. */
export async function beginNight(em: SqlEntityManager, night: string): Promise<Night> {
  await em.execute('delete from backup_runs where night < ?::date - ?::int', [night, KEPT_DAYS]);
  await em.execute(
    `insert into backup_runs (night) values (?)
     on conflict (night) do update set fault = null, fault_at = null`,
    [night],
  );
  const [row] = await em.execute<Night[]>(
    `select night::text, file, saved_at is not null as "isSaved" from backup_runs where night = ?`,
    [night],
  );
  if (!row) throw new Error(`the night ${night} has no row`);
  return row;
}

export async function noteSaved(
  em: SqlEntityManager,
  night: string,
  saved: { file: string; rows: number; bytes: number; at: Date },
): Promise<void> {
  await em.execute(
    `update backup_runs set file = :file, rows = :rows, bytes = :bytes, saved_at = :at, verified_at = null, copied_at = null
     where night = :night`,
    { night, ...saved },
  );
}

export async function noteVerified(em: SqlEntityManager, night: string, at: Date): Promise<void> {
  await em.execute(
    'update backup_runs set verified_at = ?, is_done = true, fault = null, fault_at = null where night = ?',
    [at, night],
  );
}

interface Failure {
  readonly words: string;
  readonly at: Date;
  /** The file is no use, so that another one is made. */
  readonly isDamaged?: boolean;
  /** There is no point in another try of the same night. */
  readonly isFinal?: boolean;
}

export async function noteFault(
  em: SqlEntityManager,
  night: string,
  { words, at, isDamaged = false, isFinal = false }: Failure,
): Promise<void> {
  await em.execute(
    `update backup_runs set fault = concat_ws('. ', fault, :words), fault_at = :at,
       saved_at = case when :isDamaged then null else saved_at end, is_done = is_done or :isFinal
     where night = :night`,
    { night, words, at, isDamaged, isFinal },
  );
}
