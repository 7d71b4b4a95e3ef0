import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral } from '@sunloop/shared-types';
import { findDefaultCountry } from '../settings/queries.ts';
import { findSamePerson } from './same-person.ts';

/** More would say nothing new: a number such as 000 000 000 is nobody's. */
const MAX_DUPLICATES = 100;

/**
 * The newest referrals by other users that have this one's email, without case, or one of its phones (`readPhones`):
 * perhaps the same person.
 */
export async function findDuplicates(
  em: SqlEntityManager,
  { userId, email, phone }: AdminReferral,
): Promise<AdminReferral[]> {
  const country = await findDefaultCountry(em);
  // Some of those found turn out to have another phone.
  const sought = { email, phone, country, notOf: userId, max: 2 * MAX_DUPLICATES };
  return (await findSamePerson(em, sought)).slice(0, MAX_DUPLICATES);
}
