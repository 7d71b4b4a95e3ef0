import type { SqlEntityManager } from '@mikro-orm/postgresql';
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
