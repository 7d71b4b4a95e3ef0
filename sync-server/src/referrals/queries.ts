import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  type AdminReferral,
  type Referral,
  REFERRAL_FIELDS,
} from '@sunloop/shared-types/referrals/referral.ts';
import { isoTime } from '../db/query/iso-time.ts';
import { shownEmail } from '../db/query/is-emptied.ts';
import { JsonText } from '../db/query/json-text.ts';
import { defineStatement, runnerOf } from '../db/query/statement.ts';

/** Columns of `referrals r` that make a `Referral`; what is not listed here never leaves the server. */
export const REFERRAL_COLUMNS = [
  'r.id',
  'r.user_id as "userId"',
  ...REFERRAL_FIELDS.map((field) =>
    field === 'email' ? `${shownEmail('r')} as email` : `r.${field}`,
  ),
  'r.permission',
  isoTime('r.date', 'date'),
  'r.status',
  'r.reward',
  'r.share',
  isoTime('r.created_at', 'createdAt'),
  isoTime('r.updated_at', 'updatedAt'),
].join(', ');

/** A referrer's rows `c`, made of these columns, as the text of a JSON list. Hardly any has a share, so null is left out. */
export const OWN_ROWS_AS_TEXT = `replace(coalesce(json_agg(c), '[]')::text, ',"share":null', '')`;

/** The same of a single row. */
export const withoutNull = ({ share, ...row }: Referral): Referral =>
  share === null ? row : { ...row, share };

/** When the referrer said that the friend agreed, which customers need not be sent. */
export const PERMISSION_TIME = isoTime('r.permission_at', 'permissionAt');

/** The same, that time and the referrer: columns of `referrals r join users u`. */
export const ADMIN_REFERRAL_COLUMNS = `${REFERRAL_COLUMNS}, ${PERMISSION_TIME}, u.username as "referrerName",
  u.email as "referrerEmail"`;

/** What a device sends, for statements that store it: the columns, a `jsonb_to_recordset g` and its values. */
export const CONTENT_COLUMNS = [...REFERRAL_FIELDS, 'permission', 'permission_at', 'date'].join(
  ', ',
);
export const GIVEN_COLUMNS = `${REFERRAL_FIELDS.map((field) => `${field} text`).join(', ')}, permission smallint, date timestamptz`;
export const GIVEN_VALUES = `${REFERRAL_FIELDS.map((field) => `g.${field}`).join(', ')}, g.permission,
  case when g.permission > 0 then g.date end, g.date`;

/** One referral as admins see it. */
export async function findAdminReferral(
  em: SqlEntityManager,
  id: string,
): Promise<AdminReferral | undefined> {
  const [row] = await findAdminReferralsById(em, [id]);
  return row;
}

/** The referrals with these ids that exist, in no particular order. */
export function findAdminReferralsById(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<AdminReferral[]> {
  return em.execute<AdminReferral[]>(
    `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
     where r.id in (?)`,
    [ids],
  );
}

const FIND_OF_USER = defineStatement(
  'find-referrals-of-user',
  `select ${OWN_ROWS_AS_TEXT} as text from (
     select ${REFERRAL_COLUMNS} from referrals r
     where r.user_id = $1 order by r.created_at desc, r.id desc) c`,
);

/** All referrals of one user, newest first by `createdAt`, then `id`. */
export async function findReferralsOf(
  em: SqlEntityManager,
  userId: string,
): Promise<JsonText<Referral[]>> {
  const [list] = await runnerOf(em)<{ text: string }>(FIND_OF_USER, [userId]);
  if (!list) throw new Error('the list has no row');
  return new JsonText(list.text);
}
