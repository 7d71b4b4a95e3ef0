import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Referral } from '@sunloop/shared-types';

/** A column of times in the form of the wire: ISO 8601, UTC, milliseconds. */
const isoTime = (column: string, name: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;

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

/** All referrals of one user, newest first by `createdAt`, then `id`. */
export function findReferralsOf(em: SqlEntityManager, userId: string): Promise<Referral[]> {
  return em.execute<Referral[]>(
    `select ${REFERRAL_COLUMNS} from referrals r
     where r.user_id = ? order by r.created_at desc, r.id desc`,
    [userId],
  );
}
