import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { REFERRAL_DATE_MAX_AGE_MS, type PushRow, type Referral } from '@sunloop/shared-types';
import { unauthenticated } from '../../http/errors.ts';
import { evaluateAchievements } from '../achievements/evaluate.ts';
import { judgeRows, personOf, type Judgment, type Known } from './judge-row.ts';
import { REFERRAL_COLUMNS } from './queries.ts';

/** What became of a row; `referral` is the stored one, by id or, for a duplicate, of the same person. */
export type StoreVerdict =
  | { readonly kind: 'created' | 'stored' | 'duplicate'; readonly referral: Referral }
  | { readonly kind: 'id_conflict' | 'deleted' | 'self_referral' };

// Lists of values and no join: with one, a planner that takes the user for new joins every row given with
// every row the user has. A list is looked up in an index or hashed, whatever the statistics say.
const FIND_STORED = `
  select ${REFERRAL_COLUMNS} from referrals r where r.id in (:ids)
  union all
  select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = :user and lower(r.email) in (:people)`;
const FIND_BURIED = `select id, user_id as "userId" from referral_tombstones where id in (?)`;

// One statement for all rows, and one JSON text costs less than a parameter for each field. By id, so that
// two users whose rows share ids wait for each other in one order and never deadlock.
const INSERT = `
  insert into referrals as r (id, user_id, name, email, phone, address, date, status)
  select id, :user::uuid, name, email, phone, address, date, 'submitted'
  from jsonb_to_recordset(:rows::jsonb)
    as g(id uuid, name text, email text, phone text, address text, date timestamptz)
  order by id
  on conflict do nothing
  returning ${REFERRAL_COLUMNS}`;

/** Only somebody who keeps taking ids of this very call makes it need more. */
const PASSES_MAX = 5;

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
  const given = rows.map((row) => ({ ...row, date: claimedDate(row.date, now).toISOString() }));
  const created = new Set<string>();
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const known = await findKnown(tx, { userId, own, rows: given });
    const judged = judgeRows(given, known);
    const fresh = given.filter((_, at) => judged[at]?.kind === 'fresh');
    const inserted = await insertRows(tx, userId, fresh);
    for (const { id } of inserted) created.add(id);
    // Another user took an id since it was looked up: what that leaves open is judged anew.
    if (inserted.length < fresh.length) continue;
    if (created.size > 0) await evaluateAchievements(tx, userId);
    return toVerdicts(judged, [...known.stored, ...inserted], created);
  }
  throw new Error('ids of this call are taken again and again');
}

async function lockActiveUser(tx: SqlEntityManager, userId: string): Promise<string> {
  const [user] = await tx.execute<{ email: string }[]>(
    `select email from users where id = ? and is_active = 'true' for no key update`,
    [userId],
  );
  if (!user) throw unauthenticated();
  return user.email;
}

async function findKnown(
  tx: SqlEntityManager,
  { userId, own, rows }: { userId: string; own: string; rows: readonly PushRow[] },
): Promise<Known> {
  const ids = rows.map(({ id }) => id);
  const people = rows.map(({ email }) => personOf(email));
  const stored = await tx.execute<Referral[]>(FIND_STORED, { ids, people, user: userId });
  const buried = await tx.execute<{ id: string; userId: string }[]>(FIND_BURIED, [ids]);
  return { userId, own, stored, buried: new Map(buried.map((row) => [row.id, row.userId])) };
}

async function insertRows(
  tx: SqlEntityManager,
  userId: string,
  rows: readonly PushRow[],
): Promise<Referral[]> {
  if (rows.length === 0) return [];
  return tx.execute<Referral[]>(INSERT, { rows: JSON.stringify(rows), user: userId });
}

function toVerdicts(
  judged: readonly Judgment[],
  stored: readonly Referral[],
  created: ReadonlySet<string>,
): StoreVerdict[] {
  const byId = new Map(stored.map((referral) => [referral.id, referral]));
  const untold = new Set(created);
  return judged.map((judgment): StoreVerdict => {
    if (!('id' in judgment)) return judgment;
    const referral = byId.get(judgment.id);
    if (!referral) throw new Error(`no referral ${judgment.id} is stored`);
    if (judgment.kind === 'duplicate') return { kind: 'duplicate', referral };
    // A second copy within one call finds the first one stored.
    return { kind: untold.delete(judgment.id) ? 'created' : 'stored', referral };
  });
}

/** The device's time where it is believable; an absent, future or over a year old one becomes `now`. */
export function claimedDate(claim: string | null | undefined, now: Date): Date {
  if (claim === null || claim === undefined) return now;
  const claimed = new Date(claim);
  const ageMs = now.getTime() - claimed.getTime();
  return ageMs >= 0 && ageMs <= REFERRAL_DATE_MAX_AGE_MS ? claimed : now;
}
