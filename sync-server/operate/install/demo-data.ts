import type { Orm } from '../../src/db/orm.ts';
import { AchievementEntity } from '../../src/program/achievements/entities.ts';
import { hashPassword } from '../../src/accounts/session/password.ts';
import { UserEntity } from '../../src/ground/users/entities.ts';
import { newReferralCode } from '../../src/ground/users/referral-code.ts';
import { addCustomer } from './demo/customer.ts';
import { type DemoCustomer, demoCustomers } from './demo/people.ts';
import { addQuotes } from './demo/quotes.ts';

/** How to sign in as one of the demo's people. */
export interface DemoSignIn {
  email: string;
  password: string;
  role: 'customer' | 'admin';
}

const adminEmail = 'admin@demo.example';
// Public on purpose: the demo listens on the loopback interface and holds only invented people.
const demoPassword = 'sunshine';

/**
 * Fills an empty database, which has its reference data already, with sample people for `npm run demo`, and
 * returns their sign-ins. A database that already has customers is left as it is.
 */
export async function writeDemoData(orm: Orm, now: Date): Promise<DemoSignIn[]> {
  await orm.em.fork().transactional(async (em) => {
    if (await em.findOne(UserEntity, { role: 'customer' })) return;
    const password = await hashPassword(demoPassword);
    const common = { password, referralCode: newReferralCode(), emailConfirmedAt: now };
    const admin = { username: 'Dana Admin', email: adminEmail, role: 'admin' as const, ...common };
    const { id: adminId } = em.create(UserEntity, admin);
    const achievements = await em.findAll(AchievementEntity);
    for (const customer of demoCustomers) {
      addCustomer(em, { customer, password, achievements, adminId, now });
    }
    await addQuotes(em, now);
  });
  return [
    { email: adminEmail, password: demoPassword, role: 'admin' },
    ...demoCustomers.filter(canSignIn).map(({ email }) => ({
      email,
      password: demoPassword,
      role: 'customer' as const,
    })),
  ];
}

const canSignIn = ({ isActive }: DemoCustomer) => isActive !== 'false';
