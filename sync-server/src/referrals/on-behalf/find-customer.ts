import { defineStatement, type Run } from '../../db/query/statement.ts';
import { conflict } from '../../http/errors.ts';

const FIND_REP = defineStatement(
  'find-rep',
  'select may_take as "mayTake" from users where id = $1',
);
const BY_CODE = `select id, username as name, is_active = 'true' as "isActive",
    erased_at is not null as "isErased"
  from users where referral_code = $1`;
const FIND_CUSTOMER = defineStatement('find-customer-by-code', BY_CODE);
// Locked as by every act on rewards, so that an erasure waits and then finds the row, or is seen here.
const LOCK_CUSTOMER = defineStatement('lock-customer-by-code', `${BY_CODE} for no key update`);

/** Whether the person may take referrals for others at the moment. */
export async function mayTake(run: Run, userId: string): Promise<boolean> {
  return (await run<{ mayTake: boolean }>(FIND_REP, [userId]))[0]?.mayTake ?? false;
}

/** A customer for whom something may be taken. */
export interface Customer {
  readonly id: string;
  readonly name: string;
}

interface StoredCustomer extends Customer {
  readonly isActive: boolean;
  readonly isErased: boolean;
}

/**
 * The customer with a code; with `isLocked` their row stays locked for the caller's transaction. Throws 409
 * `deleted` if they were erased, and `no_such_customer` if nobody has the code, which may be because the account was lost,
 * they are inactive, or it is the person's own.
 */
export async function requireCustomer(
  run: Run,
  { code, repId, isLocked = false }: { code: string; repId: string; isLocked?: boolean },
): Promise<Customer> {
  const [customer] = await run<StoredCustomer>(isLocked ? LOCK_CUSTOMER : FIND_CUSTOMER, [code]);
  if (!customer) throw conflict('no_such_customer', `No customer has the code ${code}`);
  if (customer.isErased) {
    throw conflict('deleted', `The account of the customer with the code ${code} was deleted`);
  }
  if (customer.id === repId) {
    throw conflict('no_such_customer', 'This is your own code: leave it out for your own friends');
  }
  if (!customer.isActive) {
    throw conflict(
      'no_such_customer',
      `The account of the customer with the code ${code} is not active`,
    );
  }
  return customer;
}
