import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralDelta } from '@sunloop/shared-types';
import { GAP_FROM } from '../../db/query/epoch.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import type { Cursor } from '../../db/query/cursor.ts';

/** A span of time of which this database may have lost what it had stored; see `ReferralDelta`. */
export type Gap = NonNullable<ReferralDelta['gaps']>[number];

const FIND_PAST = defineStatement(
  'find-past-epochs',
  `select coalesce((select ended_before > $2::numeric from epochs where id = $1), false) as "isRemembered",
     coalesce(json_agg(g), '[]')::text as gaps
   from (select ${isoTime(GAP_FROM, 'from')}, ${isoTime('began_at', 'to')}
     from epochs where id <> $1 and began_at >= to_timestamp($3::bigint - 1) order by began_at) g`,
);

/**
 * What became of an earlier epoch's cursor: whether everything it had seen is still here, and the gaps since it was
 * made. After an ordinary start a gap holds nothing.
 */
export async function findPast(
  em: SqlEntityManager,
  { epoch, xmax, issuedAt }: Cursor,
): Promise<{ isRemembered: boolean; gaps: Gap[] }> {
  const [past] = await runnerOf(em)<{ isRemembered: boolean; gaps: string }>(FIND_PAST, [
    epoch,
    xmax,
    String(issuedAt),
  ]);
  return {
    isRemembered: past?.isRemembered ?? false,
    gaps: JSON.parse(past?.gaps ?? '[]') as Gap[],
  };
}
