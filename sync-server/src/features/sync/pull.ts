import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, type AdminReferralDelta, type ReferralDelta } from '@sunloop/shared-types';
import { JsonText } from '../../db/query/json-text.ts';
import { runOnReplica } from '../../db/query/replica.ts';
import { defineSessionRead, type SessionRead } from '../../http/session/session-read.ts';
import type { Statement } from '../../db/query/format-statement.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { versionsFrom } from '../../db/query/versions-from.ts';
import { ADMIN_REFERRAL_COLUMNS, REFERRAL_COLUMNS } from '../referrals/queries.ts';
import { decodeCursor, encodeCursor, type Cursor } from './cursor.ts';

/** A cursor older than this is answered with everything. */
const CURSOR_MAX_AGE_SECONDS = (90 * DAY_MS) / 1000;

// Distinguishes this database from a dump, a base backup or another cluster, where its transaction numbers
// mean nothing. A promoted replica and a point-in-time restore are on another timeline; dropped or reloaded
// tables are in other files.
const placeOf = (reader: string) => `md5(concat_ws('/',
  (select system_identifier from pg_control_system()),
  case when pg_is_in_recovery() then (select to_hex(timeline_id) from pg_control_checkpoint())
    else ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0') end,
  (select oid from pg_database where datname = current_database()),
  pg_relation_filenode('referrals'), ${reader}))`;

const snapshotOf = (reader: string) => `pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
  ${placeOf(reader)} as place,
  extract(epoch from now())::int as "issuedAt", pg_is_in_recovery() as "isReplica"`;

/** Who reads, where a statement is told. */
const READER = '$1::text';

interface View {
  /** Whose view it is: another reader's cursor is no use here. */
  readonly reader: string;
  /** Receipts of pushes whose rows the reader already has, for a view that leaves them out: its `$3`. */
  readonly known?: readonly string[];
  /** The rows and the ids of deleted rows whose version is `$2` or later. */
  readonly changes: Statement;
  /**
   * All rows, newest first by `createdAt`, then `id`, so that a response that breaks off can be resumed after
   * its last row.
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

const isSince = (version: string) => versionsFrom(version, '$2::text');

// A receipt is the number of the push's own transaction: rows changed since have another version.
const ownChanged = (reader: string) => `select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = ${reader}::uuid and ${isSince('r.version')}
    and r.version <> all ($3::text[]::xid8[])`;
const ownDeleted = (reader: string) => `select id from referral_tombstones
  where user_id = ${reader}::uuid and ${isSince('version')}`;

// A user's version changes with the name and email an admin sees in the rows.
const ALL_CHANGED = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  where ${isSince('r.version')}
  union all
  select ${ADMIN_REFERRAL_COLUMNS} from users u join referrals r on r.user_id = u.id
  where ${isSince('u.version')} and r.version < $2::text::xid8`;
const NEWEST_FIRST = 'order by r.created_at desc, r.id desc';
const OWN = `select ${REFERRAL_COLUMNS} from referrals r where r.user_id = ${READER}::uuid ${NEWEST_FIRST}`;
const ALL = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  ${NEWEST_FIRST}`;
const ALL_DELETED = `select id from referral_tombstones where ${isSince('version')}`;

const changesOf = (reader: string, changed: string, deleted: string) => `${snapshotOf(reader)},
  (select coalesce(json_agg(c), '[]')::text from (${changed}) c) as upserts,
  (select coalesce(json_agg(d.id), '[]')::text from (${deleted}) d) as deletes`;
const allOf = (all: string) => `select ${snapshotOf(READER)},
  (select coalesce(json_agg(c), '[]')::text from (${all}) c) as upserts, '[]' as deletes`;
const ownChangesOf = (reader: string) => changesOf(reader, ownChanged(reader), ownDeleted(reader));
const OWN_VIEW = {
  changes: defineStatement('pull-own-changes', `select ${ownChangesOf(READER)}`),
  all: defineStatement('pull-own', allOf(OWN)),
};
const ADMIN_VIEW = {
  changes: defineStatement('pull-changes', `select ${changesOf(READER, ALL_CHANGED, ALL_DELETED)}`),
  all: defineStatement('pull-all', allOf(ALL)),
};

const readOwnChanges = defineSessionRead(
  'pull-own-changes-with-session',
  ownChangesOf('s.user_id'),
);

interface PullCursor {
  readonly since: string;
  readonly known?: readonly string[] | undefined;
}

/** The read of `pullReferrals` to make together with the reader's session; none if there is no cursor. */
export function changesWithSession({ since, known = [] }: PullCursor): SessionRead | undefined {
  const cursor = decodeCursor(since);
  return cursor && readOwnChanges([cursor.xmin, known]);
}

/**
 * What changed since a cursor in the user's own referrals (API.md, Sync), without the rows as the pushes `known` by
 * their receipts created them. `read` is the row of `changesWithSession`, if that was made.
 */
export function pullReferrals(
  em: SqlEntityManager,
  userId: string,
  { since, known = [] }: PullCursor,
  read?: object,
): Promise<JsonText<ReferralDelta>> {
  const view = { reader: userId, known, ...OWN_VIEW };
  return pull(em, view, since, read as Snapshot | undefined);
}

/** What changed since a cursor in everybody's referrals, with the names an admin sees. */
export function pullAdminReferrals(
  em: SqlEntityManager,
  since: string,
): Promise<JsonText<AdminReferralDelta>> {
  return pull(em, { reader: 'admin', ...ADMIN_VIEW }, since);
}

/**
 * A row's version is the number of the transaction that last wrote it, taken when that began to write and not
 * when it committed. So the newest version seen would be an unsafe cursor: a lower one may commit later. The
 * cursor is instead the snapshot's xmin, read in the same statement as the rows: every transaction below it
 * had ended and is in what was sent, and whatever commits later has this number or a higher one. Rows of
 * transactions between xmin and the newest may be sent twice, but are never left out.
 */
async function pull<Shape>(
  em: SqlEntityManager,
  { reader, known, changes, all }: View,
  since: string,
  read?: Snapshot,
): Promise<JsonText<Shape>> {
  const cursor = decodeCursor(since);
  if (cursor) {
    const values = [reader, cursor.xmin, ...(known ? [known] : [])];
    const changed = read ?? (await runOnReplica<Snapshot>(em, changes, values))[0];
    if (!changed) throw new Error('the snapshot has no row');
    if (isBehind(changed, cursor)) return delta({ cursor: since, full: false }, NOTHING);
    if (isKnown(cursor, changed))
      return delta({ cursor: encodeCursor(changed), full: false }, changed);
  }
  // From the primary: a lagging replica's "everything" lacks what the device has just sent, and would remove
  // it from the device's list.
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

// Whether a replica has not reached the cursor yet, and so has nothing new for its holder.
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
