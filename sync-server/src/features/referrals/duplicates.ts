import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type AdminReferral, comparablePhone, PHONE_COMPARED_DIGITS } from '@sunloop/shared-types';
import { NOT_IN_SEARCH_YET } from './search-mark.ts';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

/** More would say nothing new: a number such as 000 000 000 is nobody's. */
const MAX_DUPLICATES = 100;

// `comparablePhone` gives '' for a phone too short to compare.
const IS_SAME = `(lower(r.email) = lower(:email) or :phone::text <> ''
  and right(regexp_replace(r.phone, '[^0-9]', '', 'g'), ${PHONE_COMPARED_DIGITS}) = :phone::text)`;
// By the indexes of the search table (migration 025), which does not have the newest rows yet. As an array, for which the
// planner expects few ids; as a table it expected a thousand each and read all referrals.
const MAY_BE_SAME = `
  select s.id from referral_search s where searched_email(s.content) = lower(:email)
  union
  select s.id from referral_search s
  where searched_phone(s.content) = :phone::text and searched_phone(s.content) <> ''
  union
  select r.id from ${NOT_IN_SEARCH_YET} where ${IS_SAME}`;

/**
 * The newest referrals by other users that have this one's email, without case, or its phone (`comparablePhone`):
 * perhaps the same person.
 */
export function findDuplicates(
  em: SqlEntityManager,
  { userId, email, phone }: AdminReferral,
): Promise<AdminReferral[]> {
  return em.execute<AdminReferral[]>(
    `select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
     where r.id = any (array(${MAY_BE_SAME})) and r.user_id <> :userId and ${IS_SAME}
     order by r.created_at desc, r.id desc limit :max`,
    { userId, email, phone: comparablePhone(phone), max: MAX_DUPLICATES },
  );
}
