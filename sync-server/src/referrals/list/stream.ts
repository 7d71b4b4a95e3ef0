import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  listedReward,
  REFERRAL_COLUMN_LABELS,
  REFERRAL_COLUMNS,
  REFERRAL_FILE_HEADINGS,
  type AdminReferralQuery,
  type ListedReferral,
  type ReferralColumn,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import { findReferralPage } from './find-page.ts';

/** Few enough that making their text holds nobody up. */
const ROWS_A_PIECE = 500;

type WholeQuery = Omit<AdminReferralQuery, 'limit'>;

/**
 * The text of a list of all referrals that match, as JSON and piece by piece; like a page, it fails before the first if
 * the query names no place.
 */
export async function streamReferrals(
  em: SqlEntityManager,
  query: WholeQuery,
): Promise<AsyncIterable<string>> {
  return jsonOf(await openPages(em, query));
}

/** The same as a file for spreadsheets. */
export async function streamReferralsCsv(
  em: SqlEntityManager,
  query: WholeQuery,
): Promise<AsyncIterable<string>> {
  return csvPieces(await openPages(em, query));
}

type Pages = AsyncIterable<readonly ListedReferral[]>;

/** Reads the first page, and each further one when it is asked for; between two, no connection is held. */
async function openPages(em: SqlEntityManager, query: WholeQuery): Promise<Pages> {
  const find = (after: string | undefined) =>
    findReferralPage(em, { ...query, after, limit: ROWS_A_PIECE });
  const first = await find(query.after);
  async function* pages() {
    let page = first;
    yield page.referrals;
    while (page.next !== undefined) {
      page = await find(page.next);
      yield page.referrals;
    }
  }
  return pages();
}

async function* jsonOf(pages: Pages): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** The text of a column in a file. */
const TEXTS: Readonly<Record<ReferralColumn, (row: ListedReferral) => string | null>> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  referrer: ({ referrerName }) => referrerName,
  status: ({ status }) => referralStatusLabel(status),
  reward: listedReward,
  date: ({ date }) => date,
  referrerEmail: ({ referrerEmail }) => referrerEmail,
  address: ({ address }) => address,
  received: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
};

/** 'yes', 'no', or empty if nobody asked. */
const agreedCell = ({ permission }: ListedReferral) =>
  permission ? 'yes' : permission === 0 ? 'no' : '';

async function* csvPieces(pages: Pages): AsyncGenerator<string> {
  yield csvOf([
    [
      ...REFERRAL_COLUMNS.map((column) => REFERRAL_COLUMN_LABELS[column]),
      ...REFERRAL_FILE_HEADINGS,
    ],
  ]);
  for await (const rows of pages) {
    const lines = rows.map((row) => [
      ...REFERRAL_COLUMNS.map((column) => TEXTS[column](row)),
      agreedCell(row),
      row.permissionAt ?? null,
      row.id,
    ]);
    // A file has one byte order mark, at its start.
    yield csvOf(lines, { isContinued: true });
  }
}
