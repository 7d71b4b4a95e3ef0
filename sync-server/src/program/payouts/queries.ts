import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import type { PayoutMonth } from '@sunloop/shared-types/program/reports.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { officeStart } from '../../db/query/today.ts';

const PAYOUTS = `
  select h.id, h.user_id as "userId", u.username, u.email, h.referral_id as "referralId", h.amount,
    h.amount_cents::float8 as "amountCents", h.description, ${isoTime('h.date', 'date')},
    ${isoTime('h.created_at', 'createdAt')}, ${isoTime('h.paid_at', 'paidAt')}
  from reward_history h join users u on u.id = h.user_id`;
const NEWEST_FIRST = 'order by h.created_at desc, h.id desc';

/** The ledger of all users, newest first. */
export function findPayouts(em: SqlEntityManager): Promise<Payout[]> {
  return em.execute<Payout[]>(`${PAYOUTS} ${NEWEST_FIRST}`);
}

// The first moment of a month on the office's clock.
const MONTH_START = `(:month || '-01')::date::timestamp`;

/** The lines written in one month of the office (`2026-11`), newest first, as they are after the last mark. */
export function findPayoutsOfMonth(em: SqlEntityManager, month: string): Promise<Payout[]> {
  return em.execute<Payout[]>(
    `${PAYOUTS} where h.created_at >= (select ${officeStart(MONTH_START)})
       and h.created_at < (select ${officeStart(`${MONTH_START} + interval '1 month'`)})
     ${NEWEST_FIRST}`,
    { month },
  );
}

/** The lines of the ledger that have one of these ids, newest first. */
export function findPayoutsById(em: SqlEntityManager, ids: readonly string[]): Promise<Payout[]> {
  const given = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';
  return em.execute<Payout[]>(`${PAYOUTS} where h.id in (${given}) ${NEWEST_FIRST}`, {
    ids: JSON.stringify(ids),
  });
}

/** The months that have lines, newest first. */
export function findPayoutMonths(em: SqlEntityManager): Promise<PayoutMonth[]> {
  return em.execute<PayoutMonth[]>(
    `select to_char(p.month, 'YYYY-MM') as month, users, lines, cents::float8 as "amountCents",
       paid_cents::float8 as "paidCents", unpaid_lines as "unpaidLines"
     from payout_months p where lines > 0 order by p.month desc`,
  );
}
