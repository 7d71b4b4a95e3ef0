import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral } from '@sunloop/shared-types';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

/** More of them say nothing new: a number such as 000 is no person. */
const MAX_DUPLICATES = 100;

// Each half by its own index (migration 007).
const SAME_PERSON = `
  select id from referrals where lower(email) = lower(:email)
  union
  select id from referrals where phone is not null and :digits::text <> ''
    and regexp_replace(phone, '[^0-9]', '', 'g') = :digits::text`;

/**
 * The newest referrals by other users that have this one's e-mail, without case, or the digits of its phone:
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
    { userId, email, digits: (phone ?? '').replaceAll(/[^0-9]/g, ''), max: MAX_DUPLICATES },
  );
}
