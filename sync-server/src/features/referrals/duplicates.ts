import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type AdminReferral, comparablePhone, PHONE_COMPARED_DIGITS } from '@sunloop/shared-types';
import { CHANGED_LATELY } from './list/search-mark.ts';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

/** More would say nothing new: a number such as 000 000 000 is nobody's. */
const MAX_DUPLICATES = 100;

// `comparablePhone` gives '' for a phone too short to compare.
const IS_SAME = `(lower(r.email) = lower(:email) or :phone::text <> ''
  and right(regexp_replace(r.phone, '[^0-9]', '', 'g'), ${PHONE_COMPARED_DIGITS}) = :phone::text)`;
// By the indexes of the search table, which does not have what changed lately. As an array, for which the planner
// expects few ids; as a table it expected a thousand each and read all referrals.
const MAY_BE_SAME = `
  select s.id from referral_search s where s.email = lower(:email)
  union
  select s.id from referral_search s where s.phone_tail = :phone::text and s.phone_tail <> ''
  union
  select id from changed`;

/**
 * The newest referrals by other users that have this one's email, without case, or its phone (`comparablePhone`):
 * perhaps the same person.
 */
export function findDuplicates(
  em: SqlEntityManager,
  { userId, email, phone }: AdminReferral,
): Promise<AdminReferral[]> {
  return em.execute<AdminReferral[]>(
    `${CHANGED_LATELY}
     select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
     where r.id = any (array(${MAY_BE_SAME})) and r.user_id <> :userId and ${IS_SAME}
     order by r.created_at desc, r.id desc limit :max`,
    { userId, email, phone: comparablePhone(phone), max: MAX_DUPLICATES },
  );
}
