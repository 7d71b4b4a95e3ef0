import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { emailPerson } from '@sunloop/shared-types/values/email-person.ts';
import { defineStatement, listOf, type Run } from '../../db/query/statement.ts';
import { unauthenticated } from '../../http/errors.ts';
import { evaluateAchievements } from '../../program/achievements/evaluate.ts';
import { IS_PERMISSION_NEEDED } from '../../ground/settings/queries.ts';
import { claimedDate } from '../claimed-date.ts';
import { findMarks } from '../do-not-contact/marks.ts';
import {
  CONTENT_COLUMNS,
  GIVEN_COLUMNS,
  GIVEN_VALUES,
  REFERRAL_COLUMNS,
  withoutNull,
} from '../queries.ts';
import { judgeRows, personOf, type Judgment, type Refused, type StoredFacts } from './judge-row.ts';

/**
 * The outcome for a row; `referral` is the stored one with its id or, for a duplicate, of the same person. One that was
 * there before the call has the version in which it was read.
 */
export type StoreVerdict =
  | { readonly kind: 'created' | 'duplicate'; readonly referral: Referral }
  | { readonly kind: 'stored'; readonly referral: Referral; readonly version: string | undefined }
  | Refused;

/** What is judged otherwise than in a row that somebody adds. */
export interface StoreWishes {
  /** The friends asked to be contacted themselves: no permission is needed, and no mark refuses them. */
  readonly isOwnWish?: boolean;
  /** The rows had been taken before and were lost: a permission that was not asked for then is not needed now. */
  readonly isAgain?: boolean;
}

const LOCK_USER = defineStatement(
  'lock-active-user',
  `select email from users where id = $1 and is_active = 'true' for no key update`,
);

// Lists of values instead of a join: with a join, a planner that believes the user is new compares every
// given row with every row the user has. A list is looked up in an index or hashed, whatever the statistics
// say.
const FIND_BY_ID = defineStatement(
  'find-referrals-by-id',
  `select ${REFERRAL_COLUMNS}, r.version::text as version from referrals r
   where r.id = any(${listOf('$1', 'uuid')})`,
);
const FIND_BY_PERSON = defineStatement(
  'find-referrals-by-person',
  `select ${REFERRAL_COLUMNS} from referrals r
   where r.user_id = $1 and lower(r.email) = any(${listOf('$2', 'text')})`,
);
const FIND_BURIED = defineStatement(
  'find-buried-referrals',
  `select id, user_id as "userId" from referral_tombstones where id = any(${listOf('$1', 'uuid')})`,
);

const FIND_NEEDED = defineStatement('find-permission-needed', IS_PERMISSION_NEEDED);

// Read after the lock, so that it sees a change of the email that held it.
const FIND_EARLIER = defineStatement(
  'find-earlier-emails',
  'select person from earlier_emails where user_id = $1',
);

// One statement and one JSON text for all rows, which costs less than a parameter for each field. Ordered by
// id, so that two users whose rows share ids never deadlock.
const INSERT = defineStatement(
  'insert-referrals',
  `insert into referrals as r (id, user_id, ${CONTENT_COLUMNS}, status)
   select g.id, $1::uuid, ${GIVEN_VALUES}, 'submitted'
   from jsonb_to_recordset($2::jsonb) as g(id uuid, ${GIVEN_COLUMNS})
   order by g.id
   on conflict do nothing
   returning ${REFERRAL_COLUMNS}`,
);

/** More are needed only if somebody keeps taking ids of this very call. */
const PASSES_MAX = 5;

/**
 * Stores the new ones among the rows as the user's referrals, each once, and returns the outcome for every
 * row, in the given order. Safe to repeat with the same rows. Needs the caller's transaction: it keeps the
 * user's row locked, so that pushes, deletions and status changes of one user take turns.
 */
export async function storeReferrals(
  run: Run,
  userId: string,
  rows: readonly PushRow[],
  wishes: StoreWishes = {},
): Promise<StoreVerdict[]> {
  return storeSettled(run, userId, settleDates(rows), wishes);
}

/** The same for rows with their final dates. If the user's row is already locked, there is no wait. */
export async function storeSettled(
  run: Run,
  userId: string,
  given: readonly PushRow[],
  wishes: StoreWishes = {},
): Promise<StoreVerdict[]> {
  // What is known is asked for with the lock, not after its answer; each statement sees what was there once it was held.
  const email = lockActiveUser(run, userId);
  const created = new Set<string>();
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const known = await findKnown(run, { userId, email, rows: given, ...wishes });
    const judged = judgeRows(given, known);
    const fresh = given.filter((_, at) => judged[at]?.kind === 'fresh');
    const inserted = await insertRows(run, userId, fresh);
    for (const { id } of inserted) created.add(id);
    // Another user took an id since it was looked up: the remaining rows are judged again.
    if (inserted.length < fresh.length) continue;
    if (created.size > 0) await evaluateAchievements(run, [userId]);
    return toVerdicts(judged, { ...known, inserted, created });
  }
  throw new Error('ids of this call are taken again and again');
}

async function lockActiveUser(run: Run, userId: string): Promise<string> {
  const [user] = await run<{ email: string }>(LOCK_USER, [userId]);
  if (!user) throw unauthenticated();
  return user.email;
}

const nobody = () => undefined;

interface Question extends StoreWishes {
  readonly userId: string;
  readonly email: Promise<string>;
  readonly rows: readonly PushRow[];
}

async function findKnown(
  run: Run,
  { userId, email, rows, isOwnWish = false, isAgain = false }: Question,
): Promise<StoredFacts & { readonly versions: ReadonlyMap<string, string> }> {
  const ids = rows.map(({ id }) => id);
  const [current, versioned, buried, earlier, [needed], markOf] = await Promise.all([
    email,
    run<Referral & { version: string }>(FIND_BY_ID, [ids]),
    run<{ id: string; userId: string }>(FIND_BURIED, [ids]),
    run<{ person: string }>(FIND_EARLIER, [userId]),
    isOwnWish || isAgain ? [] : run<{ exists: boolean }>(FIND_NEEDED, []),
    isOwnWish ? nobody : findMarks(run),
  ]);
  const versions = new Map<string, string>();
  const byId = versioned.map(({ version, ...referral }) => {
    versions.set(referral.id, version);
    return referral;
  });
  // A row found by its id needs no further look-up: most rows here were sent before.
  const people = rows.flatMap((row) => (versions.has(row.id) ? [] : personOf(row.email)));
  const byPerson = people.length === 0 ? [] : await run<Referral>(FIND_BY_PERSON, [userId, people]);
  const stored = [...byId, ...byPerson];
  const own = new Set([emailPerson(current), ...earlier.map(({ person }) => person)]);
  const owners = new Map(buried.map((row) => [row.id, row.userId]));
  const isPermissionNeeded = needed?.exists ?? false;
  return { userId, own, stored, buried: owners, versions, isPermissionNeeded, markOf };
}

async function insertRows(run: Run, userId: string, rows: readonly PushRow[]): Promise<Referral[]> {
  if (rows.length === 0) return [];
  return run<Referral>(INSERT, [userId, JSON.stringify(rows)]);
}

interface Found {
  readonly stored: readonly Referral[];
  readonly versions: ReadonlyMap<string, string>;
  readonly inserted: readonly Referral[];
  readonly created: ReadonlySet<string>;
}

function toVerdicts(
  judged: readonly Judgment[],
  { stored, versions, inserted, created }: Found,
): StoreVerdict[] {
  const byId = new Map([...stored, ...inserted].map((row) => [row.id, withoutNull(row)]));
  const untold = new Set(created);
  return judged.map((judgment): StoreVerdict => {
    if (!('id' in judgment)) return judgment;
    const referral = byId.get(judgment.id);
    if (!referral) throw new Error(`no referral ${judgment.id} is stored`);
    if (judgment.kind === 'duplicate') return { kind: 'duplicate', referral };
    // A second copy within one call finds the first one stored.
    if (untold.delete(judgment.id)) return { kind: 'created', referral };
    return { kind: 'stored', referral, version: versions.get(judgment.id) };
  });
}

/** The rows with the dates they will be stored with. */
export function settleDates<Row extends PushRow>(rows: readonly Row[]): (Row & { date: string })[] {
  const now = new Date();
  return rows.map((row) => ({ ...row, date: claimedDate(row.date, now).toISOString() }));
}
