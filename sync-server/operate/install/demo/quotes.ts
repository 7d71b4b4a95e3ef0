import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { Orm } from '../../../src/db/orm.ts';
import { QuoteEntity } from '../../../src/visitors/quotes/entities.ts';
import { ReferralEntity } from '../../../src/referrals/entities.ts';
import { UserEntity } from '../../../src/ground/users/entities.ts';

type EntityManager = Orm['em'];

/** Requests from the landing page in every state: one to be called, one that became a referral, one closed. */
export async function addQuotes(em: EntityManager, now: Date): Promise<void> {
  const daysBefore = (days: number) => new Date(now.getTime() - days * DAY_MS);
  em.create(QuoteEntity, {
    name: 'Ivy Larsen',
    email: 'ivy.larsen@example.com',
    phone: '+1 480 555 0133',
    message: 'We have a flat roof of about 650 square feet. Would that work?',
    createdAt: daysBefore(1),
  });
  em.create(QuoteEntity, {
    name: 'Hugo Brandt',
    email: 'hugo.brandt@example.com',
    phone: '+1 480 555 0134',
    message: 'We rent the house. Please call our landlord first.',
    status: 'closed',
    createdAt: daysBefore(20),
  });
  await addConverted(em, daysBefore(14));
}

/** One of the referrals came through the form; request and referral are the same person. */
async function addConverted(em: EntityManager, createdAt: Date): Promise<void> {
  await em.flush();
  const { id, name, email, phone, userId } = await em.findOneOrFail(ReferralEntity, {
    name: 'Amara Okafor',
  });
  const { referralCode } = await em.findOneOrFail(UserEntity, userId);
  em.create(QuoteEntity, {
    name,
    email,
    phone: phone ?? '',
    status: 'converted',
    referralId: id,
    referralCode,
    createdAt,
  });
}
