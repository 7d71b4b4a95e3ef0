import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, type AdminReferralDelta, type ReferralDelta } from '@sunloop/shared-types';
import { beginEpoch, PRESENT_EPOCH, presentEpoch } from '../../db/query/epoch.ts';
import { JsonText } from '../../db/query/json-text.ts';
import { runOnReplica } from '../../db/query/replica.ts';
import { unavailable } from '../../http/errors.ts';
import { defineSessionRead, type SessionRead } from '../../http/session/session-read.ts';
import type { Statement, Value } from '../../db/query/format-statement.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { versionsFrom } from '../../db/query/versions-from.ts';
import {
  ADMIN_REFERRAL_COLUMNS,
  OWN_ROWS_AS_TEXT,
  REFERRAL_COLUMNS,
} from '../referrals/queries.ts';
import { decodeCursor, encodeCursor, type Cursor } from '../../db/query/cursor.ts';
import { findPast, type Gap } from './past-epochs.ts';

/** A cursor older than this is answered with everything. */
const CURSOR_MAX_AGE_SECONDS = (90 * DAY_MS) / 1000;

const SNAPSHOT = `pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
  pg_snapshot_xmax(pg_current_snapshot())::text as xmax, ${PRESENT_EPOCH} as epoch,
  extract(epoch from now())::int as "issuedAt", pg_is_in_recovery() as "isReplica"`;

/** Who reads, where a statement is told. */
const READER = '$1::text';

interface View {
  /** Whose view it is: another reader's cursor is no use here. */
  readonly reader: string;
  /** The rows and the ids of deleted rows since a cursor, and the values for it. */
  readonly changes: Statement;
  readonly changesFrom: (xmin: string, epoch: 'present' | 'past') => readonly Value[];
  /**
   * All rows, newest first by `createdAt`, then `id`, so that a response that breaks off can be resumed after
   * its last row.
   */
  readonly all: Statement;
  readonly allValues: readonly Value[];
}

interface Snapshot extends Pick<Cursor, 'xmin' | 'xmax' | 'issuedAt'> {
  /** Null if an epoch has yet to begin. */
  readonly epoch: string | null;
  readonly isReplica: boolean;
  /** JSON of the rows. */
  readonly upserts: string;
  /** JSON of the ids. */
  readonly deletes: string;
}

const isSince = (version: string) => versionsFrom(version, '$2::text');
const isAdminSince = (version: string) => versionsFrom(version, '$1::text');

// A push is known by the number of its own transaction: rows changed since have another version.
const ownChanged = (reader: string) => `select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = ${reader}::uuid and ${isSince('r.version')}
    and r.version <> all ($3::text[]::xid8[])`;
const ownDeleted = (reader: string) => `select id from referral_tombstones
  where user_id = ${reader}::uuid and ${isSince('version')}`;

// A user's version changes with the name and email an admin sees in the rows.
const ALL_CHANGED = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  where ${isAdminSince('r.version')}
  union all
  select ${ADMIN_REFERRAL_COLUMNS} from users u join referrals r on r.user_id = u.id
  where ${isAdminSince('u.version')} and r.version < $1::text::xid8`;
const NEWEST_FIRST = 'order by r.created_at desc, r.id desc';
const OWN = `select ${REFERRAL_COLUMNS} from referrals r where r.user_id = ${READER}::uuid ${NEWEST_FIRST}`;
const ALL = `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
  ${NEWEST_FIRST}`;
const ALL_DELETED = `select id from referral_tombstones where ${isAdminSince('version')}`;

const ROWS_AS_TEXT = `coalesce(json_agg(c), '[]')::text`;
const changesOf = (rows: string, changed: string, deleted: string) => `${SNAPSHOT},
  (select ${rows} from (${changed}) c) as upserts,
  (select coalesce(json_agg(d.id), '[]')::text from (${deleted}) d) as deletes`;
const allOf = (rows: string, all: string) => `select ${SNAPSHOT},
  (select ${rows} from (${all}) c) as upserts, '[]' as deletes`;
const ownChangesOf = (reader: string) =>
  changesOf(OWN_ROWS_AS_TEXT, ownChanged(reader), ownDeleted(reader));
const OWN_VIEW = {
  changes: defineStatement('pull-own-changes', `select ${ownChangesOf(READER)}`),
  all: defineStatement('pull-own', allOf(OWN_ROWS_AS_TEXT, OWN)),
};
const ADMIN_VIEW = {
  changes: defineStatement(
    'pull-changes',
    `select ${changesOf(ROWS_AS_TEXT, ALL_CHANGED, ALL_DELETED)}`,
  ),
  all: defineStatement('pull-all', allOf(ROWS_AS_TEXT, ALL)),
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
 * their numbers created them. `read` is the row of `changesWithSession`, if that was made.
 */
export function pullReferrals(
  em: SqlEntityManager,
  userId: string,
  { since, known = [] }: PullCursor,
  read?: object,
): Promise<JsonText<ReferralDelta>> {
  const changesFrom: View['changesFrom'] = (xmin, epoch) => [
    userId,
    xmin,
    // In another epoch the number may be that of another push.
    epoch === 'present' ? known : [],
  ];
  const view = { reader: userId, changesFrom, allValues: [userId], ...OWN_VIEW };
  return pull(em, view, since, read as Snapshot | undefined);
}

/** What changed since a cursor in everybody's referrals, with the names an admin sees. */
export function pullAdminReferrals(
  em: SqlEntityManager,
  since: string,
): Promise<JsonText<AdminReferralDelta>> {
  const changesFrom = (xmin: string) => [xmin];
  return pull(em, { reader: 'admin', changesFrom, allValues: [], ...ADMIN_VIEW }, since);
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
  view: View,
  since: string,
  read?: Snapshot,
): Promise<JsonText<Shape>> {
  const cursor = decodeCursor(since);
  if (!cursor || cursor.reader !== view.reader) return everything(em, view, []);
  const values = view.changesFrom(cursor.xmin, 'present');
  const here = read ?? (await runOnReplica<Snapshot>(em, view.changes, values))[0];
  // Asked afterwards: what a replica read before is of this epoch or an earlier one.
  const epoch = here?.isReplica ? await presentEpoch(em) : here?.epoch;
  if (!here || epoch !== cursor.epoch) return sinceEarlier(em, view, { cursor, epoch });
  // A replica that has not reached the cursor yet has nothing new for its holder.
  const isBehind = here.epoch !== epoch || BigInt(cursor.xmin) > BigInt(here.xmin);
  if (isBehind && here.isReplica) return delta({ cursor: since, full: false }, NOTHING);
  if (isBehind || isOld(cursor, here)) return sinceEarlier(em, view, { cursor, epoch });
  return changesIn(here, view);
}

/** What changed since a cursor that is of another epoch than the present one, or too old or too young for it. */
async function sinceEarlier<Shape>(
  em: SqlEntityManager,
  view: View,
  { cursor, epoch }: { cursor: Cursor; epoch: string | null | undefined },
): Promise<JsonText<Shape>> {
  if (!epoch) await beginEpoch(em);
  const { isRemembered, gaps } = await findPast(em, cursor);
  if (!isRemembered) return everything(em, view, gaps);
  const past = view.changesFrom(cursor.xmin, 'past');
  const [now] = await runnerOf(em)<Snapshot>(view.changes, past);
  return now && !isOld(cursor, now) ? changesIn(now, view, gaps) : everything(em, view, gaps);
}

// From the primary: a lagging replica's "everything" lacks what the device has just sent, and would remove
// it from the device's list.
async function everything<Shape>(
  em: SqlEntityManager,
  view: View,
  gaps: readonly Gap[],
): Promise<JsonText<Shape>> {
  const read = () => runnerOf(em)<Snapshot>(view.all, view.allValues);
  let [all] = await read();
  if (all?.epoch === null) {
    await beginEpoch(em);
    [all] = await read();
  }
  if (!all) throw new Error('the snapshot has no row');
  return delta({ cursor: cursorOf(all, view), full: true, ...told(gaps) }, all);
}

const changesIn = <Shape>(here: Snapshot, view: View, gaps: readonly Gap[] = []) =>
  delta<Shape>({ cursor: cursorOf(here, view), full: false, ...told(gaps) }, here);

const told = (gaps: readonly Gap[]) => (gaps.length > 0 ? { gaps } : {});

function cursorOf({ epoch, xmin, xmax, issuedAt }: Snapshot, { reader }: View): string {
  // The primary was replaced between two reads; the next one begins its epoch.
  if (epoch === null) throw unavailable();
  return encodeCursor({ epoch, reader, xmin, xmax, issuedAt });
}

const NOTHING = { upserts: '[]', deletes: '[]' };

function delta<Shape>(
  head: { cursor: string; full: boolean; gaps?: readonly Gap[] },
  { upserts, deletes }: Pick<Snapshot, 'upserts' | 'deletes'>,
): JsonText<Shape> {
  const fields = JSON.stringify(head).slice(1, -1);
  return new JsonText(`{${fields},"upserts":${upserts},"deletes":${deletes}}`);
}

function isOld({ issuedAt }: Cursor, here: Snapshot): boolean {
  return here.issuedAt - issuedAt > CURSOR_MAX_AGE_SECONDS;
}
