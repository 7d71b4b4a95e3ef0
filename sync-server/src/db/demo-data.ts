import { AchievementEntity } from '../features/achievements/entities.ts';
import { QuoteEntity } from '../features/quotes/entities.ts';
import { hashPassword } from '../features/session/password.ts';
import { UserEntity } from '../features/users/entities.ts';
import { newReferralCode } from '../features/users/referral-code.ts';
import { addCustomer } from './demo/customer.ts';
import { demoCustomers } from './demo/people.ts';
import type { Orm } from './orm.ts';

type EntityManager = Orm['em'];

/** How to sign in as one of the demo's people. */
export interface DemoSignIn {
  email: string;
  password: string;
  role: 'customer' | 'admin';
}

const adminEmail = 'admin@demo.example';
// Public on purpose: the demo listens on the loopback interface and holds invented people only.
const demoPassword = 'sunshine';

/**
 * Fills an empty database with sample people for `npm run demo`, reference data being there already, and
 * returns their sign-ins. A database that has customers stays as it is.
 */
export async function writeDemoData(orm: Orm, now: Date): Promise<DemoSignIn[]> {
  await orm.em.fork().transactional(async (em) => {
    if (await em.findOne(UserEntity, { role: 'customer' })) return;
    const password = await hashPassword(demoPassword);
    const common = { password, referralCode: newReferralCode() };
    em.create(UserEntity, { username: 'Dana Admin', email: adminEmail, role: 'admin', ...common });
    const achievements = await em.findAll(AchievementEntity);
    for (const customer of demoCustomers) {
      addCustomer(em, { customer, password, achievements, now });
    }
    addQuote(em);
  });
  return [
    { email: adminEmail, password: demoPassword, role: 'admin' },
    ...demoCustomers.map(({ email }) => ({
      email,
      password: demoPassword,
      role: 'customer' as const,
    })),
  ];
}

function addQuote(em: EntityManager): void {
  em.create(QuoteEntity, {
    name: 'Ivy Larsen',
    email: 'ivy.larsen@example.com',
    phone: '+1 480 555 0133',
    message: 'We have a flat roof of about 60 square metres. Would that do?',
  });
}
