import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferralDelta, ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { PRESENT_EPOCH } from '../../db/query/epoch.ts';
import { JsonText } from '../../db/query/json-text.ts';
import { defineSessionRead, type SessionRead } from '../../http/session/session-read.ts';
import type { Statement, Value } from '../../db/query/format-statement.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { versionsFrom } from '../../db/query/versions-from.ts';
import { ADMIN_REFERRAL_COLUMNS, OWN_ROWS_AS_TEXT, REFERRAL_COLUMNS } from '../queries.ts';
import { decodeCursor, encodeCursor, type Cursor } from '../../db/query/cursor.ts';

const SNAPSHOT = `pg_snapshot_xmin(pg_current_snapshot())::text as xmin, ${PRESENT_EPOCH} as epoch`;

/** Who reads, where a statement is told. */
const READER = '$1::text';

interface View {
  /** Whose view it is: another reader's cursor is no use here. */
  readonly reader: string;
  /** The rows and the ids of deleted rows since a cursor, and the values for it. */
  readonly changes: Statement;
  readonly changesFrom: (xmin: string) => readonly Value[];
  /**
   * All rows, newest first by `createdAt`, then `id`, so that a response that breaks off can be resumed after
   * its last row; and, of a person's own list, the ids of all deleted ones.
   */
  readonly all: Statement;
  readonly allValues: readonly Value[];
}

interface Snapshot extends Pick<Cursor, 'xmin' | 'epoch'> {
  /** JSON of the rows. */
  readonly upserts: string;
  /** JSON of the ids. */
  readonly deletes: string;
  /** Of a person's own list (`ReferralDelta`). */
  readonly checksum?: string;
}

const isSince = (version: string) => versionsFrom(version, '$2::text');
const isAdminSince = (version: string) => versionsFrom(version, '$1::text');

// A push is known by the number of its own transaction: rows changed since have another version.
const ownChanged = (reader: string) => `select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = ${reader}::uuid and ${isSince('r.version')}
    and r.version <> all ($3::text[]::xid8[])`;
const ownDeleted = (reader: string) => `select id from referral_tombstones
  where user_id = ${reader}::uuid and ${isSince('version')}`;
// What `checksumOf` computes over the ids a device holds. Read from the bytes, 30,000 ids take 4 ms; from their text, 30.
const LAST_DIGITS = [15, 14, 13]
  .map((byte, at) => `get_byte(uuid_send(r.id), ${byte}) * ${256 ** at}`)
  .join(' + ');
const ownChecksum = (reader: string) => `(select count(*) || '.' || coalesce(sum(${LAST_DIGITS}), 0)
  from referrals r where r.user_id = ${reader}::uuid) as checksum`;

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
const OWN_DELETED = `select id from referral_tombstones where user_id = ${READER}::uuid`;
const NONE = 'select null::uuid as id where false';

const ROWS_AS_TEXT = `coalesce(json_agg(c), '[]')::text`;
const listOf = (rows: string, changed: string, deleted: string) => `${SNAPSHOT},
  (select ${rows} from (${changed}) c) as upserts,
  (select coalesce(json_agg(d.id), '[]')::text from (${deleted}) d) as deletes`;
const ownChangesOf = (reader: string) =>
  `${listOf(OWN_ROWS_AS_TEXT, ownChanged(reader), ownDeleted(reader))}, ${ownChecksum(reader)}`;
const OWN_VIEW = {
  changes: defineStatement('pull-own-changes', `select ${ownChangesOf(READER)}`),
  all: defineStatement(
    'pull-own',
    `select ${listOf(OWN_ROWS_AS_TEXT, OWN, OWN_DELETED)}, ${ownChecksum(READER)}`,
  ),
};
const ADMIN_VIEW = {
  changes: defineStatement(
    'pull-changes',
    `select ${listOf(ROWS_AS_TEXT, ALL_CHANGED, ALL_DELETED)}`,
  ),
  all: defineStatement('pull-all', `select ${listOf(ROWS_AS_TEXT, ALL, NONE)}`),
};

const readOwnChanges = defineSessionRead('pull-own-changes-with-session', {
  columns: 'r.*',
  from: `select ${ownChangesOf('s.user_id')}`,
});

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
  const changesFrom = (xmin: string) => [userId, xmin, known];
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
 *
 * Numbers of another run of the database say nothing here, nor do those that this one has not reached: the answer to such
 * a cursor is everything.
 */
async function pull<Shape>(
  em: SqlEntityManager,
  view: View,
  since: string,
  read?: Snapshot,
): Promise<JsonText<Shape>> {
  const run = runnerOf(em);
  const cursor = decodeCursor(since);
  if (cursor?.reader === view.reader) {
    const here = read ?? (await run<Snapshot>(view.changes, view.changesFrom(cursor.xmin)))[0];
    const isOfHere = here?.epoch === cursor.epoch && BigInt(cursor.xmin) <= BigInt(here.xmin);
    if (isOfHere) return delta(here, view, { full: false });
  }
  const [all] = await run<Snapshot>(view.all, view.allValues);
  if (!all) throw new Error('the snapshot has no row');
  return delta(all, view, { full: true });
}

/** Of this, builds from before decision 49 take that a list that comes whole may lack anything; they send it again. */
const ANY_TIME = [{ from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' }];

function delta<Shape>(
  { epoch, xmin, upserts, deletes, checksum }: Snapshot,
  { reader }: View,
  { full }: { full: boolean },
): JsonText<Shape> {
  const cursor = encodeCursor({ epoch, reader, xmin });
  const isOwn = checksum !== undefined;
  const head = { cursor, full, checksum, ...(isOwn && full && { gaps: ANY_TIME }) };
  const fields = JSON.stringify(head).slice(1, -1);
  return new JsonText(`{${fields},"upserts":${upserts},"deletes":${deletes}}`);
}
