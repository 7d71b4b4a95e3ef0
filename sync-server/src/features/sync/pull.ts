import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  DAY_MS,
  type AdminReferral,
  type AdminReferralDelta,
  type Referral,
  type ReferralDelta,
} from '@sunloop/shared-types';
import { readReplica } from '../../db/replica.ts';
import { ADMIN_REFERRAL_COLUMNS, REFERRAL_COLUMNS } from '../referrals/queries.ts';
import { decodeCursor, encodeCursor, type Cursor } from './cursor.ts';

/** A cursor older than this is answered with everything. */
const CURSOR_MAX_AGE_SECONDS = (90 * DAY_MS) / 1000;

// What tells this database from one that a dump, a base backup or another cluster made: the numbers of
// its transactions mean nothing there. A promoted replica and a point-in-time restore run on another
// timeline, dropped or reloaded tables lie in other files.
const PLACE = `md5(concat_ws('/',
  (select system_identifier from pg_control_system()),
  case when pg_is_in_recovery() then (select to_hex(timeline_id) from pg_control_checkpoint())
    else ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0') end,
  (select oid from pg_database where datname = current_database()),
  pg_relation_filenode('referrals'), :reader::text))`;

interface View {
  /** Whose view it is: a cursor of another reader knows nothing of these rows. */
  readonly reader: string;
  /** Receipts of pushes whose rows the reader holds. */
  readonly known?: readonly string[];
  /** SQL of the rows and of the ids of deleted rows whose version is `:since` or later. */
  readonly changed: string;
  /** SQL of all rows, newest first by `createdAt`, then `id`: an answer that breaks off is gone on with from its last. */
  readonly all: string;
  readonly deleted: string;
}

interface Snapshot<Row> extends Cursor {
  readonly isReplica: boolean;
  readonly upserts: Row[];
  readonly deletes: string[];
}

interface Delta<Row> {
  cursor: string;
  full: boolean;
  upserts: Row[];
  deletes: string[];
}

// A receipt is the number of the push's own transaction: what was changed since has another version.
const OWN_CHANGED = `select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = :reader::uuid and r.version >= :since::xid8 and r.version <> all (:known::xid8[])`;
const OWN_DELETED = `select id from referral_tombstones
  where user_id = :reader::uuid and version >= :since::xid8`;

// A user's version changes with the name and e-mail an admin sees in the rows.
const ALL_CHANGED = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  where r.version >= :since::xid8
  union all
  select ${ADMIN_REFERRAL_COLUMNS} from users u join referrals r on r.user_id = u.id
  where u.version >= :since::xid8 and r.version < :since::xid8`;
const NEWEST_FIRST = 'order by r.created_at desc, r.id desc';
const OWN = `select ${REFERRAL_COLUMNS} from referrals r where r.user_id = :reader::uuid ${NEWEST_FIRST}`;
const ALL = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  ${NEWEST_FIRST}`;
const ALL_DELETED = `select id from referral_tombstones where version >= :since::xid8`;

/**
 * What changed since a cursor in the user's own referrals (API.md, Sync), without the rows as the pushes
 * `known` by their receipts created them.
 */
export function pullReferrals(
  em: SqlEntityManager,
  userId: string,
  { since, known = [] }: { since: string; known?: readonly string[] | undefined },
): Promise<ReferralDelta> {
  const view = { reader: userId, known, all: OWN, changed: OWN_CHANGED, deleted: OWN_DELETED };
  return pull<Referral>(em, view, since);
}

/** What changed since a cursor in everybody's referrals, with the names an admin sees. */
export function pullAdminReferrals(
  em: SqlEntityManager,
  since: string,
): Promise<AdminReferralDelta> {
  const view = { reader: 'admin', all: ALL, changed: ALL_CHANGED, deleted: ALL_DELETED };
  return pull<AdminReferral>(em, view, since);
}

/**
 * A row's version is the number of the transaction that last wrote it, taken when it began to write and
 * not when it committed; so the newest version seen would be an unsafe cursor: a lower one may commit
 * later. The cursor is instead the snapshot's xmin, read in the statement that reads the rows: every
 * transaction below it was over and is in what was sent, and whatever is committed later has this number
 * or a higher one. Rows of transactions between xmin and the newest may be sent twice, never left out.
 */
async function pull<Row>(em: SqlEntityManager, view: View, since: string): Promise<Delta<Row>> {
  const cursor = decodeCursor(since);
  if (cursor) {
    const [changes] = await readReplica<Snapshot<Row>>(em, ...statement(view, cursor.xmin));
    if (!changes) throw new Error('the snapshot has no row');
    if (isBehind(changes, cursor)) return { cursor: since, full: false, upserts: [], deletes: [] };
    if (isKnown(cursor, changes)) return deltaOf(changes, false);
  }
  // From the writer: everything, without what the asking device has just sent, would take it off its list.
  const [all] = await em.execute<Snapshot<Row>[]>(...statement(view, undefined));
  if (!all) throw new Error('the snapshot has no row');
  return deltaOf(all, true);
}

function statement(view: View, since: string | undefined): [string, Record<string, unknown>] {
  return [
    `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, ${PLACE} as place,
       extract(epoch from now())::int as "issuedAt", pg_is_in_recovery() as "isReplica",
       (select coalesce(json_agg(c), '[]') from (${since === undefined ? view.all : view.changed}) c) as upserts,
       (select coalesce(json_agg(d.id), '[]') from (${view.deleted}) d where :isDelta) as deletes`,
    {
      reader: view.reader,
      since: since ?? '0',
      isDelta: since !== undefined,
      known: `{${view.known?.join() ?? ''}}`,
    },
  ];
}

// A replica that has not come as far as the cursor has nothing to tell its holder yet.
function isBehind(here: Snapshot<unknown>, { place, xmin }: Cursor): boolean {
  return here.isReplica && here.place === place && BigInt(xmin) > BigInt(here.xmin);
}

function isKnown({ place, xmin, issuedAt }: Cursor, here: Snapshot<unknown>): boolean {
  return (
    place === here.place &&
    BigInt(xmin) <= BigInt(here.xmin) &&
    here.issuedAt - issuedAt <= CURSOR_MAX_AGE_SECONDS
  );
}

function deltaOf<Row>({ upserts, deletes, ...cursor }: Snapshot<Row>, full: boolean): Delta<Row> {
  return { cursor: encodeCursor(cursor), full, upserts, deletes };
}
