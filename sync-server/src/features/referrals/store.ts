import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  hasSameContent,
  REFERRAL_DATE_MAX_AGE_MS,
  type PushRow,
  type Referral,
} from '@sunloop/shared-types';
import { unauthenticated } from '../../http/errors.ts';
import { evaluateAchievements } from '../achievements/evaluate.ts';
import { REFERRAL_COLUMNS } from './queries.ts';

/** What became of a row; `referral` is the stored one, by id or, for a duplicate, of the same person. */
export type StoreVerdict =
  | { readonly kind: 'created' | 'stored' | 'duplicate'; readonly referral: Referral }
  | { readonly kind: 'id_conflict' | 'deleted' | 'self_referral' };

// The rows of a call as a relation; one JSON text costs less than a parameter for each field.
const GIVEN = `select * from rows from (jsonb_to_recordset(:rows::jsonb)
  as (id uuid, name text, email text, phone text, address text, date timestamptz))
  with ordinality as g(id, name, email, phone, address, date, position)`;

// One statement for all rows, so that a push costs one round trip however many it has. Of rows in this
// call that share an e-mail or an id the first wins; ids in order, so that two calls never deadlock.
const INSERT_FRESH = `
  with given as (
    ${GIVEN}
  ), fresh as (
    select distinct on (lower(g.email)) g.* from given g
    where lower(g.email) <> lower(:own)
      and not exists (select 1 from referral_tombstones t where t.id = g.id)
      and not exists (select 1 from referrals r where r.id = g.id)
    order by lower(g.email), g.position
  ), first_of_id as (
    select distinct on (id) * from fresh order by id, position
  )
  insert into referrals (id, user_id, name, email, phone, address, date, status)
  select id, :user::uuid, name, email, phone, address, date, 'submitted' from first_of_id
  order by id
  on conflict do nothing
  returning id`;

const FIND_MATCHES = `
  select g.position::int as position, t.user_id as "buriedOf", lower(g.email) = lower(:own) as "isSelf",
    by_id.row as "byId", by_person.row as "byPerson"
  from (${GIVEN}) g
  left join referral_tombstones t on t.id = g.id
  left join lateral (
    select to_jsonb(x) as row from (select ${REFERRAL_COLUMNS} from referrals r where r.id = g.id) x
  ) by_id on true
  left join lateral (
    select to_jsonb(x) as row from (select ${REFERRAL_COLUMNS} from referrals r
      where r.user_id = :user::uuid and lower(r.email) = lower(g.email)) x
  ) by_person on true
  order by g.position`;

interface Match {
  buriedOf: string | null;
  isSelf: boolean;
  byId: Referral | null;
  byPerson: Referral | null;
}

/**
 * Stores the rows that are new as the user's referrals, each once, and says of every row what became of
 * it, in the given order. Safe to repeat with the same rows. Needs the caller's transaction: the user's row
 * stays locked in it, so that pushes, deletions and status changes of one user take turns.
 */
export async function storeReferrals(
  tx: SqlEntityManager,
  userId: string,
  rows: readonly PushRow[],
): Promise<StoreVerdict[]> {
  const own = await lockActiveUser(tx, userId);
  const now = new Date();
  const given = rows.map((row) => ({ ...row, date: claimedDate(row.date, now) }));
  const params = { rows: JSON.stringify(given), own, user: userId };
  const created = await tx.execute<{ id: string }[]>(INSERT_FRESH, params);
  const matches = await tx.execute<Match[]>(FIND_MATCHES, params);
  if (created.length > 0) await evaluateAchievements(tx, userId);
  const fresh = new Set(created.map(({ id }) => id));
  return rows.map((row, index) => {
    const match = matches[index];
    if (!match) throw new Error(`no match for row ${index}`);
    const verdict = judge(row, { match, userId });
    // A second copy within one call finds the first one stored.
    if (verdict.kind !== 'stored' || !fresh.delete(row.id)) return verdict;
    return { ...verdict, kind: 'created' };
  });
}

async function lockActiveUser(tx: SqlEntityManager, userId: string): Promise<string> {
  const [user] = await tx.execute<{ email: string }[]>(
    `select email from users where id = ? and is_active = 'true' for no key update`,
    [userId],
  );
  if (!user) throw unauthenticated();
  return user.email;
}

function judge(row: PushRow, { match, userId }: { match: Match; userId: string }): StoreVerdict {
  const { byId, byPerson, buriedOf, isSelf } = match;
  if (byId) {
    const isSame = byId.userId === userId && hasSameContent(byId, row);
    return isSame ? { kind: 'stored', referral: byId } : { kind: 'id_conflict' };
  }
  if (buriedOf !== null) return { kind: buriedOf === userId ? 'deleted' : 'id_conflict' };
  if (isSelf) return { kind: 'self_referral' };
  if (byPerson) return { kind: 'duplicate', referral: byPerson };
  // Neither stored nor refused: another row of this call took the id with other content.
  return { kind: 'id_conflict' };
}

/** The device's time where it is believable; an absent, future or over a year old one becomes `now`. */
export function claimedDate(claim: string | null | undefined, now: Date): Date {
  if (claim === null || claim === undefined) return now;
  const claimed = new Date(claim);
  const ageMs = now.getTime() - claimed.getTime();
  return ageMs >= 0 && ageMs <= REFERRAL_DATE_MAX_AGE_MS ? claimed : now;
}
