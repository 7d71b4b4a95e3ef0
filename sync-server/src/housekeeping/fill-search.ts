import { NOT_IN_SEARCH_YET, SEARCH_MARK } from '../features/referrals/search-mark.ts';
import { versionsFrom } from '../db/query/versions-from.ts';
import type { Orm } from '../db/orm.ts';

// As in the delta reads: a transaction that is still running has a number from the next mark on. What was deleted while
// it was added goes the next time, by its tombstone. Email and phone are found by their lines (migration 025), so a name from
// before the rule for names gets no line of its own.
const FILL = `
  with locked as materialized (
    select 1 from referral_search_mark for update skip locked
  ), gone as (
    delete from referral_search s using ${SEARCH_MARK}, referral_tombstones t
    where s.id = t.id and ${versionsFrom('t.version', 'm.since')} and exists (select from locked)
  ), fresh as materialized (
    select r.id, concat_ws(E'\\n', replace(r.name, E'\\n', ' '), r.email, r.phone) as content
    from ${NOT_IN_SEARCH_YET}
    where exists (select from locked)
  ), filled as (
    insert into referral_search as s (id, content) select id, content from fresh
    on conflict (id) do update set content = excluded.content where s.content <> excluded.content
    returning 1
  ), marked as (
    update referral_search_mark set version = pg_snapshot_xmin(pg_current_snapshot())
    where exists (select from fresh)
  )
  select count(*)::int as rows from filled`;

// Sorts what was added into the index, which searches could read without it, but more slowly.
const SORT = `
  select gin_clean_pending_list(oid) from pg_class
  where oid = to_regclass('referral_search_content') and pg_has_role(relowner, 'usage')`;

/**
 * Adds referrals that are new or changed since the last time to the table the admins' search looks through; until then
 * it reads them one by one. Returns how many were added. Several processes may run it at once.
 */
export async function fillSearch(orm: Orm): Promise<number> {
  const em = orm.em.fork();
  const [filled] = await em.execute<{ rows: number }[]>(FILL);
  const rows = filled?.rows ?? 0;
  if (rows > 0) await em.execute(SORT);
  return rows;
}
