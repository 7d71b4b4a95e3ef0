import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DEVICES_PER_USER, REPORTED_ROWS_MAX } from '@sunloop/shared-types/limits.ts';
import type { DeviceReport } from '@sunloop/shared-types/referrals/device-reports.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { notArrived } from './field.ts';

// Of another storage than before, whatever it does not hold and the server does not have is missing: a device that only sent,
// removed or changed its rows keeps its storage.
const NOW_MISSING = `(select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(
    case when d.storage = excluded.storage then d.missing else d.missing || d.rows end) r
  where not exists (select from jsonb_array_elements(excluded.rows) h where h->>'id' = r->>'id'))`;
const UNNAMED = `case when d.storage = excluded.storage then 0
  else greatest(d.waiting + d.refused - jsonb_array_length(d.rows), 0) end`;

const STORE = defineStatement(
  'store-device-report',
  `with few as (
     delete from device_reports where user_id = $1::uuid and device in (
       select device from device_reports where user_id = $1::uuid and device <> $2::uuid
       order by heard_at desc offset ${DEVICES_PER_USER - 1})
   )
   insert into device_reports as d
     (user_id, device, storage, user_agent, version, is_protected, waiting, refused, rows)
   values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::boolean, $7::int, $8::int, $9::jsonb)
   on conflict (user_id, device) do update set
     (missing, missing_more, missing_at) = (
       select jsonb_path_query_array(m.rows, '$[0 to ${REPORTED_ROWS_MAX - 1}]'), m.more,
         case when m.rows <> '[]' or m.more > 0 then coalesce(d.missing_at, now()) end
       from (
         select l.rows, d.missing_more + ${UNNAMED} + greatest(jsonb_array_length(l.rows) - ${REPORTED_ROWS_MAX}, 0) as more
         from (select ${notArrived(NOW_MISSING)} as rows) l
       ) m),
     storage = excluded.storage, user_agent = excluded.user_agent, version = excluded.version,
     is_protected = excluded.is_protected, waiting = excluded.waiting, refused = excluded.refused,
     rows = excluded.rows, heard_at = now()`,
);

/**
 * Keeps what a device of a user tells of itself, and notes what it has lost since its last report; of more devices than
 * `DEVICES_PER_USER` it forgets those heard the longest ago. Safe to repeat.
 */
export async function storeReport(
  em: SqlEntityManager,
  from: { userId: string; device: string; userAgent: string | null },
  { storage, version, isProtected, waiting, refused, rows }: DeviceReport,
): Promise<void> {
  const told = [storage, from.userAgent, version, isProtected, waiting, refused];
  await runnerOf(em)(STORE, [from.userId, from.device, ...told, JSON.stringify(rows)]);
}
