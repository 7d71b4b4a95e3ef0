import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type AdminReferral, comparablePhone, PHONE_COMPARED_DIGITS } from '@sunloop/shared-types';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

/** More would say nothing new: a number such as 000 000 000 is nobody's. */
const MAX_DUPLICATES = 100;

// Each half uses its own index (migrations 007 and 009). A comparable phone has at least six digits, and so
// does any that equals it.
const SAME_PERSON = `
  select id from referrals where lower(email) = lower(:email)
  union
  select id from referrals where phone is not null and :phone::text <> ''
    and right(regexp_replace(phone, '[^0-9]', '', 'g'), ${PHONE_COMPARED_DIGITS}) = :phone::text`;

/**
 * The newest referrals by other users that have this one's email, without case, or its phone (`comparablePhone`):
 * perhaps the same person.
 */
export function findDuplicates(
  em: SqlEntityManager,
  { userId, email, phone }: AdminReferral,
): Promise<AdminReferral[]> {
  return em.execute<AdminReferral[]>(
    `select ${ADMIN_REFERRAL_COLUMNS} from (${SAME_PERSON}) same
     join referrals r on r.id = same.id join users u on u.id = r.user_id
     where r.user_id <> :userId order by r.created_at desc, r.id desc limit :max`,
    { userId, email, phone: comparablePhone(phone), max: MAX_DUPLICATES },
  );
}
