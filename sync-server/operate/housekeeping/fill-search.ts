import { CHANGED_LATELY, DELETED_LATELY } from '../../src/referrals/list/search-mark.ts';
import { versionsFrom } from '../../src/db/query/versions-from.ts';
import type { Orm } from '../../src/db/orm.ts';
import { readSearchPhones } from './read-phones.ts';

/** Columns of the view `referral_keys` that the search table has, too. */
const KEYS = [
  'user_id',
  'status',
  'cents',
  'date',
  'created_at',
  'updated_at',
  'name',
  'email',
  'phone',
  'address',
  'referrer',
  'referrer_email',
  'phone_tail',
  'content',
];
const FILLED = [...KEYS, 'is_duplicate'];
const columnsOf = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(', ');

/** Whether several users among the rows being added share this. */
const isShared = (key: string) =>
  `min(k.user_id::text) over (partition by ${key}) <> max(k.user_id::text) over (partition by ${key})`;

/** Nobody has decided yet whether a row is of somebody else than those it shares something with. */
const isUndecided = (table: string) =>
  `not exists (select from duplicate_decisions d where d.referral_id = ${table}.id)`;

/** Unmarked rows that share this with a new row of another user. */
const partners = (keyOf: (table: string) => string) => `
  select s.id from (select distinct user_id, ${keyOf('fresh')} as key from fresh
    where is_duplicate and ${keyOf('fresh')} <> '') f
  join referral_search s on ${keyOf('s')} = f.key and ${keyOf('s')} <> '' and s.user_id <> f.user_id
  where not s.is_duplicate`;
const mailbox = (table: string) => `email_mailbox(${table}.email)`;
const tail = (table: string) => `${table}.phone_tail`;

// As in the delta reads: a transaction that is still running has a number from the next mark on. What was deleted while
// it was added goes the next time, by its tombstone. Rows that came in together are stored together, because the newest are read most.
const FILL = `
  ${CHANGED_LATELY}, locked as materialized (
    select 1 from referral_search_mark for update skip locked
  ), gone as (
    delete from referral_search s using referral_tombstones t
    where s.id = t.id and ${versionsFrom('t.version', '(select since from mark)')}
      and exists (select from locked)
  ), fresh as materialized (
    select k.id, ${columnsOf('k', KEYS)}, ${isUndecided('k')} and (is_referred_by_others(k.email, k.phone_tail, k.user_id)
      or ${isShared(mailbox('k'))} or k.phone_tail <> '' and ${isShared(tail('k'))}) as is_duplicate
    from referral_keys k where k.id = any (array(select id from changed)) and exists (select from locked)
  ), filled as (
    insert into referral_search as s (id, ${FILLED.join(', ')})
    select id, ${FILLED.join(', ')} from fresh order by created_at, id
    on conflict (id) do update set
      ${FILLED.map((column) => `${column} = excluded.${column}`).join(', ')}, numbers = null
    where (${columnsOf('s', FILLED)}) is distinct from (${columnsOf('excluded', FILLED)})
    returning 1
  ), marked_partners as (
    update referral_search set is_duplicate = true
    where id = any (array(${partners(mailbox)} union ${partners(tail)}))
      and id not in (select id from fresh) and ${isUndecided('referral_search')}
  ), moved as (
    update referral_search_mark set version = pg_snapshot_xmin(pg_current_snapshot())
    where exists (select from locked) and (exists (select from changed) or ${DELETED_LATELY} > 0)
  )
  select count(*)::int as rows from filled`;

// Sorts what was added into the index of texts, which searches could read without it, but more slowly.
const SORT = `
  select gin_clean_pending_list(oid) from pg_class
  where oid = to_regclass('referral_search_content') and pg_has_role(relowner, 'usage')`;

/**
 * Whoever deletes referrals and meets this gets its way: it gives up before PostgreSQL looks for a deadlock, and is tried
 * again the next time. Milliseconds.
 */
const LOCK_WAIT_MS = 500;

/**
 * Adds referrals that are new or changed since the last time, with their sort keys, to the table the admins' list is read
 * from; until then it reads them one by one. Returns how many were added. Several processes may run it at once.
 */
export async function fillSearch(orm: Orm): Promise<number> {
  const em = orm.em.fork();
  const rows = await em.transactional(async (tx) => {
    await tx.execute(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    const [filled] = await tx.execute<{ rows: number }[]>(FILL);
    return filled?.rows ?? 0;
  });
  const read = await readSearchPhones(orm);
  if (rows + read > 0) await em.execute(SORT);
  return rows;
}
