import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type AdminReferral, type Referral, REFERRAL_FIELDS } from '@sunloop/shared-types';
import { isoTime } from '../../db/query/iso-time.ts';
import { JsonText } from '../../db/query/json-text.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';

/** Columns of `referrals r` that make a `Referral`; what is not listed here never leaves the server. */
export const REFERRAL_COLUMNS = [
  'r.id',
  'r.user_id as "userId"',
  ...REFERRAL_FIELDS.map((field) => `r.${field}`),
  isoTime('r.date', 'date'),
  'r.status',
  'r.reward',
  isoTime('r.created_at', 'createdAt'),
  isoTime('r.updated_at', 'updatedAt'),
].join(', ');

/** The same and the referrer: columns of `referrals r join users u`. */
export const ADMIN_REFERRAL_COLUMNS = `${REFERRAL_COLUMNS}, u.username as "referrerName",
  u.email as "referrerEmail"`;

/** Columns of what a person typed, for statements that store it; and the same for a `jsonb_to_recordset`. */
export const CONTENT_COLUMNS = REFERRAL_FIELDS.join(', ');
export const GIVEN_COLUMNS = REFERRAL_FIELDS.map((field) => `${field} text`).join(', ');

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
  `select coalesce(json_agg(c), '[]')::text as text from (
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
