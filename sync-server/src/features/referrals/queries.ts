import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral, Referral } from '@sunloop/shared-types';
import { isoTime } from '../../db/iso-time.ts';
import { JsonText } from '../../db/json-text.ts';
import { defineStatement, runnerOf } from '../../db/statement.ts';

/** Columns of `referrals r` that make a `Referral`; what is not listed here does not leave. */
export const REFERRAL_COLUMNS = [
  'r.id',
  'r.user_id as "userId"',
  'r.name',
  'r.email',
  'r.phone',
  'r.address',
  isoTime('r.date', 'date'),
  'r.status',
  'r.reward',
  isoTime('r.created_at', 'createdAt'),
  isoTime('r.updated_at', 'updatedAt'),
].join(', ');

/** The same with the referrer: columns of `referrals r join users u`. */
export const ADMIN_REFERRAL_COLUMNS = `${REFERRAL_COLUMNS}, u.username as "referrerName",
  u.email as "referrerEmail"`;

/** One referral as admins see it. */
export async function findAdminReferral(
  em: SqlEntityManager,
  id: string,
): Promise<AdminReferral | undefined> {
  const [row] = await findAdminReferralsById(em, [id]);
  return row;
}

/** The referrals with these ids that exist, in no order. */
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
