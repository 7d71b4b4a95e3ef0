import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, type AdminReferralDelta, type ReferralDelta } from '@sunloop/shared-types';
import { JsonText } from '../../db/query/json-text.ts';
import { runOnReplica } from '../../db/query/replica.ts';
import { defineStatement, runnerOf, type Statement } from '../../db/query/statement.ts';
import { ADMIN_REFERRAL_COLUMNS, REFERRAL_COLUMNS } from '../referrals/queries.ts';
import { decodeCursor, encodeCursor, type Cursor } from './cursor.ts';

/** A cursor older than this is answered with everything. */
const CURSOR_MAX_AGE_SECONDS = (90 * DAY_MS) / 1000;

// What distinguishes this database from one that a dump, a base backup or another cluster made, where the numbers of
// its transactions mean nothing. A promoted replica and a point-in-time restore run on another timeline; dropped or
// reloaded tables lie in other files.
const PLACE = `md5(concat_ws('/',
  (select system_identifier from pg_control_system()),
  case when pg_is_in_recovery() then (select to_hex(timeline_id) from pg_control_checkpoint())
    else ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0') end,
  (select oid from pg_database where datname = current_database()),
  pg_relation_filenode('referrals'), $1::text))`;

const SNAPSHOT = `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, ${PLACE} as place,
  extract(epoch from now())::int as "issuedAt", pg_is_in_recovery() as "isReplica"`;

interface View {
  /** Whose view it is: a cursor of another reader knows nothing of these rows. */
  readonly reader: string;
  /** Receipts of pushes whose rows the reader holds, for a view that leaves them out: its `$3`. */
  readonly known?: readonly string[];
  /** The rows and the ids of deleted rows whose version is `$2` or later. */
  readonly changes: Statement;
  /**
   * All rows, newest first by `createdAt`, then `id`, so that an answer that breaks off can be resumed after its last
   * row.
   */
  readonly all: Statement;
}

interface Snapshot extends Cursor {
  readonly isReplica: boolean;
  /** JSON of the rows. */
  readonly upserts: string;
  /** JSON of the ids. */
  readonly deletes: string;
}

// Both ends are named, though nothing is beyond the second: for a range the planner expects few rows whatever the
// cursor, for an open end a third of all, and it would plan each call anew in the hope of fewer.
const isSince = (version: string) =>
  `${version} between $2::text::xid8 and '18446744073709551615'::xid8`;

// A receipt is the number of the push's own transaction: what was changed since has another version.
const OWN_CHANGED = `select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = $1::text::uuid and ${isSince('r.version')}
    and r.version <> all ($3::text[]::xid8[])`;
const OWN_DELETED = `select id from referral_tombstones
  where user_id = $1::text::uuid and ${isSince('version')}`;

// A user's version changes with the name and email an admin sees in the rows.
const ALL_CHANGED = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  where ${isSince('r.version')}
  union all
  select ${ADMIN_REFERRAL_COLUMNS} from users u join referrals r on r.user_id = u.id
  where ${isSince('u.version')} and r.version < $2::text::xid8`;
const NEWEST_FIRST = 'order by r.created_at desc, r.id desc';
const OWN = `select ${REFERRAL_COLUMNS} from referrals r where r.user_id = $1::text::uuid ${NEWEST_FIRST}`;
const ALL = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  ${NEWEST_FIRST}`;
const ALL_DELETED = `select id from referral_tombstones where ${isSince('version')}`;

const changesOf = (changed: string, deleted: string) => `${SNAPSHOT},
  (select coalesce(json_agg(c), '[]')::text from (${changed}) c) as upserts,
  (select coalesce(json_agg(d.id), '[]')::text from (${deleted}) d) as deletes`;
const allOf = (all: string) => `${SNAPSHOT},
  (select coalesce(json_agg(c), '[]')::text from (${all}) c) as upserts, '[]' as deletes`;
const OWN_VIEW = {
  changes: defineStatement('pull-own-changes', changesOf(OWN_CHANGED, OWN_DELETED)),
  all: defineStatement('pull-own', allOf(OWN)),
};
const ADMIN_VIEW = {
  changes: defineStatement('pull-changes', changesOf(ALL_CHANGED, ALL_DELETED)),
  all: defineStatement('pull-all', allOf(ALL)),
};

/**
 * What changed since a cursor in the user's own referrals (API.md, Sync), without the rows as the pushes `known` by
 * their receipts created them.
 */
export function pullReferrals(
  em: SqlEntityManager,
  userId: string,
  { since, known = [] }: { since: string; known?: readonly string[] | undefined },
): Promise<JsonText<ReferralDelta>> {
  return pull(em, { reader: userId, known, ...OWN_VIEW }, since);
}

/** What changed since a cursor in everybody's referrals, with the names an admin sees. */
export function pullAdminReferrals(
  em: SqlEntityManager,
  since: string,
): Promise<JsonText<AdminReferralDelta>> {
  return pull(em, { reader: 'admin', ...ADMIN_VIEW }, since);
}

/**
 * A row's version is the number of the transaction that last wrote it, taken when that began to write and not when it
 * committed. So the newest version seen would be an unsafe cursor: a lower one may commit later. The cursor is
 * instead the snapshot's xmin, read in the statement that reads the rows: every transaction below it was over and is
 * in what was sent, and whatever is committed later has this number or a higher one. Rows of transactions between
 * xmin and the newest may be sent twice, but are never left out.
 */
async function pull<Shape>(
  em: SqlEntityManager,
  { reader, known, changes, all }: View,
  since: string,
): Promise<JsonText<Shape>> {
  const cursor = decodeCursor(since);
  if (cursor) {
    const [changed] = await runOnReplica<Snapshot>(em, changes, [
      reader,
      cursor.xmin,
      ...(known ? [known] : []),
    ]);
    if (!changed) throw new Error('the snapshot has no row');
    if (isBehind(changed, cursor)) return delta({ cursor: since, full: false }, NOTHING);
    if (isKnown(cursor, changed))
      return delta({ cursor: encodeCursor(changed), full: false }, changed);
  }
  // From the writer: a lagging replica's "everything" lacks what the asking device has just sent, and would take it
  // off its list.
  const [everything] = await runnerOf(em)<Snapshot>(all, [reader]);
  if (!everything) throw new Error('the snapshot has no row');
  return delta({ cursor: encodeCursor(everything), full: true }, everything);
}

const NOTHING = { upserts: '[]', deletes: '[]' };

function delta<Shape>(
  head: { cursor: string; full: boolean },
  { upserts, deletes }: Pick<Snapshot, 'upserts' | 'deletes'>,
): JsonText<Shape> {
  const fields = JSON.stringify(head).slice(1, -1);
  return new JsonText(`{${fields},"upserts":${upserts},"deletes":${deletes}}`);
}

// A replica that has not come as far as the cursor has nothing to tell its holder yet.
function isBehind(here: Snapshot, { place, xmin }: Cursor): boolean {
  return here.isReplica && here.place === place && BigInt(xmin) > BigInt(here.xmin);
}

function isKnown({ place, xmin, issuedAt }: Cursor, here: Snapshot): boolean {
  return (
    place === here.place &&
    BigInt(xmin) <= BigInt(here.xmin) &&
    here.issuedAt - issuedAt <= CURSOR_MAX_AGE_SECONDS
  );
}
