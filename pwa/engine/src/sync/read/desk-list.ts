import type { ListedReferral } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import type { RouteQueryInput } from '@sunloop/shared-types/route.ts';
import { isOtherShape } from '../../data/read-shapes.ts';
import { mayAsk, readSyncState } from '../../data/sync-state.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { asked, type DeskRoute, refreshDeskNow } from './desk-resources.ts';
import { type FetchOptions, parseStored } from './fetch-json.ts';
import { isDue } from './stale.ts';
import { putResource } from './store-answer.ts';

const LIST = adminReferralRoutes.adminReferrals;
const COUNT_PATH = adminReferralRoutes.countAdminReferrals.path;
export const LIST_PAGE_ROWS = 100;
/** Answers that are kept: so many questions about the list, and so many pages after their first ones. */
const QUESTIONS_MAX = 50;
const FURTHER_PAGES_MAX = 150;
const FIRST = `${LIST.path}?`;
const FURTHER = `${LIST.path}?after=`;
const RECORDS_A_READ = 20;

/** A filter and an order of everybody's referrals. */
export type ListQuestion = Omit<RouteQueryInput<typeof LIST>, 'limit' | 'after'>;

/** The read of one page; without `after`, of the first. */
export function pageQuestion(question: ListQuestion, after?: string): typeof LIST {
  return asked(LIST, { query: { ...question, limit: String(LIST_PAGE_ROWS), after } });
}

/** A page as this device holds it. */
export interface KeptPage {
  path: string;
  /** The cursor of the page after it; undefined for the last one. */
  next: string | undefined;
  /** Of a page after the first: the `serial` of the first one when it was asked for. */
  firstSerial: number | undefined;
  /** Undefined if asking failed. */
  rows: readonly ListedReferral[] | undefined;
  /** Counts the answers; the same number means the same rows. */
  serial: number;
  fetchedAt: number;
  triedAt: number;
  isTouched: boolean;
  isDue: boolean;
}

/** A Dexie read, for a live query; undefined until there was a first answer. Rows of `known` are not parsed again. */
export async function readPage(
  db: UserDb,
  question: DeskRoute,
  now: number,
  known?: KeptPage,
): Promise<KeptPage | undefined> {
  const { path } = question;
  const row = await withReopen(db, () => db.resources.get(path));
  if (!row) return undefined;
  const { serial = 0, fetchedAt, triedAt = 0, isTouched = false, next, firstSerial } = row;
  const isKnown = known?.path === path && known.serial === serial;
  const rows = isKnown ? known.rows : rowsOf(row);
  const standing = { serial, fetchedAt, triedAt, isTouched, isDue: isDue(row, now) };
  return { path, rows, next, firstSerial, ...standing };
}

/** What this build kept was parsed then. */
function rowsOf(row: ResourceRow): readonly ListedReferral[] | undefined {
  if (isOtherShape(row)) return parseStored(LIST, row)?.data;
  return row.data as readonly ListedReferral[] | undefined;
}

/**
 * Asks for a page and keeps it, in place of the oldest ones; again if a write overtook it on its way. Rejects if
 * `signal` is aborted.
 */
export async function refreshPage(
  db: UserDb,
  question: DeskRoute,
  options: FetchOptions = {},
  deps: SyncDeps = realDeps,
): Promise<void> {
  do await refreshDeskNow(db, question, deps, options);
  while (await isOvertaken(db, question.path));
  await forgetOldPages(db);
}

/** Whether no answer since was kept, although there could be one. */
async function isOvertaken(db: UserDb, path: string): Promise<boolean> {
  const [row, state] = await Promise.all([
    withReopen(db, () => db.resources.get(path)),
    readSyncState(db),
  ]);
  return (!row || row.isTouched === true) && mayAsk(state);
}

/** Keeps the newest answers; reads nothing but keys. */
async function forgetOldPages(db: UserDb): Promise<void> {
  const oldestFirst = await withReopen(db, () => db.resources.orderBy('fetchedAt').primaryKeys());
  const newestFirst = oldestFirst.toReversed();
  const further = newestFirst.filter((path) => path.startsWith(FURTHER));
  const first = newestFirst.filter((path) => path.startsWith(FIRST) && !path.startsWith(FURTHER));
  const counts = newestFirst.filter((path) => path.startsWith(COUNT_PATH));
  const kept = new Set(first.slice(0, QUESTIONS_MAX));
  const followsNone = (path: string) => !kept.has(path.replace(/after=[^&]*&/, ''));
  const gone = [
    ...first.slice(QUESTIONS_MAX),
    ...counts.slice(QUESTIONS_MAX),
    ...further.filter((path, at) => at >= FURTHER_PAGES_MAX || followsNone(path)),
  ];
  if (gone.length > 0) await withReopen(db, () => db.resources.bulkDelete(gone));
}

/** Every referral in the kept pages, as often as it is in them. */
export async function readKeptReferrals(db: UserDb): Promise<ListedReferral[]> {
  const kept = await withReopen(db, () => db.resources.where('path').startsWith(FIRST).toArray());
  return kept.flatMap((row) => rowsOf(row) ?? []);
}

/** What the server said about referrals. */
export interface ReferralNews {
  rows: readonly AdminReferral[];
  deletedIds: readonly string[];
}

/** Changes the kept pages that hold these referrals; an older version never replaces a newer one. */
export function changeKeptPages(db: UserDb, { rows, deletedIds }: ReferralNews): Promise<void> {
  const newer = new Map(rows.map((row) => [row.id, row]));
  const gone = new Set(deletedIds);
  const changed = (row: ListedReferral) => {
    const other = newer.get(row.id);
    return other && other.updatedAt > row.updatedAt ? { ...row, ...other } : row;
  };
  return withReopen(db, () =>
    db.transaction('rw', db.resources, async () => {
      const paths = await db.resources.where('path').startsWith(FIRST).primaryKeys();
      for (let at = 0; at < paths.length; at += RECORDS_A_READ) {
        const records = await db.resources.bulkGet(paths.slice(at, at + RECORDS_A_READ));
        for (const record of records) {
          const listed = !record || isOtherShape(record) ? undefined : rowsOf(record);
          if (!record || !listed?.some(({ id }) => newer.has(id) || gone.has(id))) continue;
          await putResource(db, {
            ...record,
            data: listed.filter(({ id }) => !gone.has(id)).map(changed),
            // The server's tag is of other rows now.
            etag: null,
          });
        }
      }
    }),
  );
}
