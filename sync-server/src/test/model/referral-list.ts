import { DEFAULT_COUNTRY, LATE_AFTER_MS } from '@sunloop/shared-types/limits.ts';
import { emailMailbox } from '@sunloop/shared-types/values/email-person.ts';
import type { ReferralColumn } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { REFERRAL_STATUSES, type AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { foldText } from '@sunloop/shared-types/values/fold-text.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import { readPhones } from '@sunloop/shared-types/values/phone-numbers.ts';
import { randomUUID } from 'node:crypto';
import type { TestServer } from '../server.ts';

const NAMES = [
  'José',
  'JOSE',
  'jose',
  'Åsa',
  'asa',
  'Zoë',
  'Émile',
  'emily',
  'Ng',
  'Østby',
  '李雷',
];
const REWARDS = ['$100', '$1,250', '$300 cash', '50% off a battery', '-$300', '$2.50', '$300k'];
const PHONES = [null, '', '+1 555 010 0170', '(555) 010-0170', '12', '+44 20 7946 0000'];
const ADDRESSES = [null, '', '1 Élan Way', '1 elan way', 'Zürich'];
const MINUTE = 60_000;

/**
 * Writes referrals of three users that share names, phones, emails, times and everything else, so that most sort keys are
 * ties: those with the numbers `from` to `to`.
 */
export async function addTies(
  server: TestServer,
  users: readonly string[],
  [from, to]: readonly [number, number],
) {
  const em = server.database.orm.em.fork();
  for (let n = from; n < to; n += 1) {
    const of = <T>(list: readonly T[], step: number) => list[Math.floor(n / step) % list.length];
    const created = new Date(Date.UTC(2026, 0, 1 + (n % 9)));
    const date = new Date(created.getTime() - (n % 4) * 40 * MINUTE);
    const id = randomUUID();
    await em.execute(
      `insert into referrals (id, user_id, name, email, phone, address, status, reward, date, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        of(users, 1),
        of(NAMES, 2),
        // Every eighth has the email of somebody another user referred.
        n % 8 === 0 ? `Shared-${Math.floor(n / 16)}@x.example` : `own-${n}-${id}@x.example`,
        of(PHONES, 3),
        of(ADDRESSES, 2),
        of(REFERRAL_STATUSES, 1),
        of(REWARDS, 5),
        date,
        created,
        new Date(created.getTime() + (n % 3) * MINUTE),
      ].map((value) => value ?? null),
    );
  }
}

const fold = (text: string | null) => foldText(text ?? '');

/** What a row is sorted by, as the API page says. */
const KEYS: Record<ReferralColumn, (row: AdminReferral) => string | number> = {
  name: ({ name }) => fold(name),
  email: ({ email }) => email.toLowerCase(),
  phone: ({ phone }) => fold(phone),
  referrer: ({ referrerName }) => fold(referrerName),
  status: ({ status }) => REFERRAL_STATUSES.findIndex((one) => one === status),
  reward: ({ reward }) => parseCents(reward),
  date: ({ date }) => Date.parse(date),
  referrerEmail: ({ referrerEmail }) => fold(referrerEmail),
  address: ({ address }) => fold(address),
  received: ({ createdAt }) => Date.parse(createdAt),
  updated: ({ updatedAt }) => Date.parse(updatedAt),
};

/** The rows in the order of a column, or reversed. */
export function sorted<Row extends AdminReferral>(
  rows: readonly Row[],
  column: ReferralColumn,
  isDescending: boolean,
): Row[] {
  const keysOf = (row: Row) => [KEYS[column](row), Date.parse(row.createdAt), row.id];
  const compare = (a: Row, b: Row) => {
    const [ours, theirs] = [keysOf(a), keysOf(b)];
    const at = ours.findIndex((key, place) => key !== theirs[place]);
    if (at < 0) return 0;
    return (ours[at] ?? 0) < (theirs[at] ?? 0) ? -1 : 1;
  };
  const ascending = rows.toSorted(compare);
  return isDescending ? ascending.toReversed() : ascending;
}

interface ModelFilter {
  readonly status?: string;
  readonly mark?: string;
  readonly referrer?: string;
  readonly q?: string;
  readonly from?: string;
  readonly before?: string;
}

/** Which rows a filter lets through. */
export function matching(
  rows: readonly AdminReferral[],
  { status, mark, referrer, q, from, before }: ModelFilter,
): AdminReferral[] {
  const conditions: ((row: AdminReferral) => boolean)[] = [];
  if (status) conditions.push((row) => status.split(',').includes(row.status));
  if (mark === 'late') {
    conditions.push((row) => Date.parse(row.createdAt) - Date.parse(row.date) > LATE_AFTER_MS);
  }
  if (mark === 'duplicate') conditions.push((row) => isDuplicate(row, rows));
  if (referrer) conditions.push((row) => row.userId === referrer);
  if (q) conditions.push((row) => has(row, q));
  if (from) conditions.push((row) => Date.parse(row.date) >= Date.parse(from));
  if (before) conditions.push((row) => Date.parse(row.date) < Date.parse(before));
  return rows.filter((row) => conditions.every((isMet) => isMet(row)));
}

function has(row: AdminReferral, q: string): boolean {
  const texts = [row.name, row.email, row.referrerName, row.referrerEmail];
  return isSought(soughtIn(q), texts, row.phone);
}

/** Whether another user referred the same email or phone. */
export function isDuplicate(row: AdminReferral, rows: readonly AdminReferral[]): boolean {
  const comparedOf = ({ phone: written }: AdminReferral) =>
    readPhones(written, DEFAULT_COUNTRY)[0]?.compared ?? '';
  const phone = comparedOf(row);
  return rows.some(
    (other) =>
      other.userId !== row.userId &&
      (emailMailbox(other.email) === emailMailbox(row.email) ||
        (phone !== '' && comparedOf(other) === phone)),
  );
}
