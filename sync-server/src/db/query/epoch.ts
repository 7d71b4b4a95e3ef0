import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { isoTime } from './iso-time.ts';
import { defineStatement, runnerOf } from './statement.ts';

/**
 * The present epoch's id, for a statement; null if the database server was started, promoted or replaced since and
 * `beginEpoch` was not called. A replica replays what the primary says.
 */
export const PRESENT_EPOCH = `(select id from epochs where ended_before is null
  and case when pg_is_in_recovery() then true else history = history_here() and run = run_here() end)`;

const BEGIN = defineStatement('begin-epoch', 'select begin_epoch() as id');

const FIND = defineStatement('find-present-epoch', `select ${PRESENT_EPOCH} as id`);

/** The id of the epoch the primary is in, of which a replica may not have heard; one begins if there is none. */
export async function presentEpoch(em: SqlEntityManager): Promise<string | undefined> {
  const [present] = await runnerOf(em)<{ id: string | null }>(FIND, []);
  if (present && present.id !== null) return present.id;
  const [begun] = await runnerOf(em)<{ id: string }>(BEGIN, []);
  return begun?.id;
}

/** Begins an epoch if the database server was started, promoted or replaced since the last one began (decision 43). */
export async function beginEpoch(em: SqlEntityManager): Promise<void> {
  await runnerOf(em)(BEGIN, []);
}

/**
 * When the gap before an epoch began, for a statement: a write commits a while after the time it is known by, so that is
 * earlier than the newest write that is left.
 */
export const GAP_FROM = `(remembered_to - interval '1 minute')`;

const FIND_GAPS = defineStatement(
  'find-recent-gaps',
  `select ${isoTime(GAP_FROM, 'from')}, ${isoTime('began_at', 'to')} from epochs
   where began_at > now() - interval '90 days' order by began_at`,
);

/** The times of the last 90 days of which this database may have lost what it had stored (decision 43). */
export function findRecentGaps(em: SqlEntityManager): Promise<{ from: string; to: string }[]> {
  return runnerOf(em)(FIND_GAPS, []);
}
