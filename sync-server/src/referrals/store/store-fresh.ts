import { DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { storedAs } from '@sunloop/shared-types/referrals/sync.ts';

import { defineStatement, listOf, type Call } from '../../db/query/statement.ts';
import { EVALUATE_CHANGED } from '../../program/achievements/evaluate.ts';
import { IS_PERMISSION_NEEDED } from '../../ground/settings/queries.ts';
import { MAY_BE_MARKED } from '../do-not-contact/marks.ts';
import { CONTENT_COLUMNS, GIVEN_COLUMNS, GIVEN_VALUES } from '../queries.ts';
import { personOf } from './judge-row.ts';

/** A row to store, with its final `date`, and its user. */
export interface OwnedRow extends PushRow {
  readonly userId: string;
  readonly date: string;
}

// Passes the locked ids to the next statement in a setting of this transaction, because all statements are
// sent at once. Locks in the order of ids, so that two calls over several users never deadlock.
const lockUsers = (name: string, wait: string) =>
  defineStatement(
    name,
    `select set_config('sunloop.locked', coalesce(string_agg(id::text, ','), ''), true),
       set_config('sunloop.changed', '', true),
       to_char(now()::timestamptz(3) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from (select id from users where id = any(${listOf('$1', 'uuid')}) and is_active = 'true'
       order by id for no key update ${wait}) l`,
  );
const LOCK = lockUsers('lock-active-users', '');
const LOCK_FREE = lockUsers('lock-free-active-users', 'skip locked');

// Uses the database's own constraints to insert what `judge-row.ts` would call fresh, and leaves the other
// rows alone. It takes its snapshot after the locks, so it sees a deletion that held one of them. The
// look-ups are separate and not joins, so each is one index look-up whatever the statistics say. It passes
// the users who now have new rows to the next statement.
const insertFresh = (name: string, condition: string) =>
  defineStatement(
    name,
    `with locked as materialized (
      select u.id, array(select e.person from earlier_emails e where e.user_id = u.id)
        || email_person(u.email) as own
      from users u
      where u.id = any(string_to_array(current_setting('sunloop.locked', true), ',')::uuid[])
    ), added as (
      insert into referrals as r (id, user_id, ${CONTENT_COLUMNS}, status)
      select g.id, l.id, ${GIVEN_VALUES}, 'submitted'
      from jsonb_to_recordset($1::jsonb) as g("userId" uuid, id uuid, ${GIVEN_COLUMNS})
      join locked l on l.id = g."userId"
      where email_person(g.email) <> all (l.own)
        and (select t.user_id from referral_tombstones t where t.id = g.id) is null
        and (g.permission > 0 or not (${IS_PERMISSION_NEEDED})) and not ${MAY_BE_MARKED}
        ${condition}
      order by g.id
      on conflict do nothing
      returning r.id, r.user_id
    )
    select coalesce(array_agg(id), '{}') as ids,
      pg_current_xact_id_if_assigned()::text as "pushNumber",
      set_config('sunloop.changed', coalesce(string_agg(distinct user_id::text, ','), ''), true)
    from added`,
  );
const INSERT_FRESH = insertFresh('insert-fresh-referrals', '');
const INSERT_UNLESS = insertFresh(
  'insert-fresh-referrals-unless',
  'and not exists (select from referrals where id = $2)',
);

/**
 * Statements that store the new ones among the rows, each once, and update the achievements; for one
 * transaction, sent at once. No two rows may share an id, nor may two rows of one user name the same person.
 * With `skipLocked`, rows of users locked by others are left out instead of waited for. Nothing is stored if the referral
 * `unlessStored` is there: to try 10,000 rows that were sent before took PostgreSQL 100 of 280 ms.
 */
export function freshCalls(
  rows: readonly OwnedRow[],
  { skipLocked, unlessStored }: { skipLocked: boolean; unlessStored?: string | undefined },
): Call[] {
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const text = JSON.stringify(rows);
  return [
    [skipLocked ? LOCK_FREE : LOCK, [userIds]],
    unlessStored === undefined ? [INSERT_FRESH, [text]] : [INSERT_UNLESS, [text, unlessStored]],
    [EVALUATE_CHANGED, []],
  ];
}

/** New referrals by id, and the number of the transaction that stored them; none if it stored nothing. */
export interface FreshRows {
  readonly created: ReadonlyMap<string, Referral>;
  readonly pushNumber: string | undefined;
}

/** What the statements of `freshCalls` stored. */
export function readFresh(
  rows: readonly OwnedRow[],
  answers: readonly (readonly object[])[],
): FreshRows {
  // The columns of the first two statements.
  const [[{ createdAt }], [stored]] = answers as [
    [{ createdAt: string }],
    [{ ids: string[]; pushNumber: string | null }],
  ];
  const ids = new Set(stored.ids);
  const created = rows.filter(({ id }) => ids.has(id));
  // Reading the rows back would double the cost: all of their values are given or are defaults of the table.
  const added = { status: 'submitted', reward: DEFAULT_REWARD, createdAt, updatedAt: createdAt };
  return {
    created: new Map(created.map((row) => [row.id, storedAs(row, row.userId, added)])),
    pushNumber: created.length === 0 ? undefined : (stored.pushNumber ?? undefined),
  };
}

/** Whether one statement can store the rows: if some share an id or a person, their order matters. */
export function areApart(rows: readonly OwnedRow[]): boolean {
  const ids = new Set(rows.map(({ id }) => id));
  const people = new Set(rows.map(keyOf));
  return ids.size === rows.length && people.size === rows.length;
}

/** A key for a person among a user's referrals. */
export function keyOf({ userId, email }: OwnedRow): string {
  return `${userId} ${personOf(email)}`;
}
