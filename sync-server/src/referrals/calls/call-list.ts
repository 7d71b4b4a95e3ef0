import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { COUNT_MAX } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import {
  CALL_LIST_MAX,
  type CallList,
  type LeadOwner,
} from '@sunloop/shared-types/referrals/call-list.ts';
import type { Lead, ReferralCall } from '@sunloop/shared-types/referrals/calls.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { isEmptied } from '../../db/query/is-emptied.ts';
import { isUnmarked } from '../do-not-contact/marks.ts';
import { ADMIN_REFERRAL_COLUMNS } from '../queries.ts';
import { callsTo, LEAD_COLUMNS } from './queries.ts';
import { findToday } from '../../db/query/find-today.ts';

/** The newest calls that the list shows of each person. */
const CALLS_SHOWN = 20;

type Whose = LeadOwner | 'everybody';

const OWNED: Readonly<Record<Whose, string>> = {
  mine: 'and l.owner_id = :me::uuid',
  nobody: 'and l.owner_id is null',
  everybody: '',
};

const leadWhere = (condition: string) =>
  `exists (select from leads l where l.referral_id = s.id and ${condition})`;
/**
 * Of rows `s`, that nobody has set a day for them. An outer join would do, but the planner takes the rows it finds nothing
 * for to be few, and then reads and sorts all that wait.
 */
const WITHOUT_DAY: Readonly<Record<Whose, string>> = {
  mine: leadWhere('l.due_on is null and l.owner_id = :me::uuid'),
  nobody: `not ${leadWhere('(l.due_on is not null or l.owner_id is not null)')}`,
  everybody: `not ${leadWhere('l.due_on is not null')}`,
};

/** Nobody is called who was forgotten, or whose referrer was erased: their names and phones are gone. */
const KNOWN = `join users w on w.id = r.user_id and w.erased_at is null and not (${isEmptied('r')})`;

/** Open referrals whose day has come. The planner takes a third of all for due if it is not told which day it is. */
const dueOf = (whose: Whose) => `
  select r.id, l.due_on, r.created_at from leads l join referrals r on r.id = l.referral_id ${KNOWN}
  where l.due_on <= :today::date and r.status <> 'completed' and ${isUnmarked('r.id')} ${OWNED[whose]}
  order by l.due_on, r.created_at, r.id`;

/**
 * Submitted ones that have no day. The search table, which is up to ten seconds old, has them in their order; whether they
 * are submitted is asked of the referrals. The order stands here for the count, too, which then reads no more rows than it counts.
 */
const newOf = (whose: Whose) => `
  select s.id, null::date as due_on, s.created_at
  from referral_search s join referrals r on r.id = s.id ${KNOWN}
  where s.status = 1 and r.status = 'submitted' and ${isUnmarked('r.id')} and ${WITHOUT_DAY[whose]}
  order by s.created_at, s.id`;

const listOf = (whose: Whose) => `
  select ${ADMIN_REFERRAL_COLUMNS}, ${LEAD_COLUMNS}, ${callsTo('r.id', CALLS_SHOWN)} as calls
  from (
    (${dueOf(whose)} limit ${CALL_LIST_MAX}) union all (${newOf(whose)} limit ${CALL_LIST_MAX})
    order by due_on nulls last, created_at, id limit ${CALL_LIST_MAX}
  ) d
  join referrals r on r.id = d.id join users u on u.id = r.user_id
  left join leads l on l.referral_id = r.id left join users o on o.id = l.owner_id
  order by d.due_on nulls last, d.created_at, d.id`;

const countsOf = (whose: Whose) => `
  select d.total + n.total as total, d.overdue from
    (select count(*)::int as total, (count(*) filter (where due_on < :today::date))::int as overdue
      from (${dueOf(whose)}) found) d,
    (select count(*)::int as total from (${newOf(whose)} limit ${COUNT_MAX}) found) n`;

type Row = AdminReferral & Lead & { calls: ReferralCall[] };

/** Whom to call today, of everybody's leads, `me`'s own or those nobody looks after. */
export async function findCallList(
  em: SqlEntityManager,
  { owner, me }: { owner: LeadOwner | undefined; me: string },
): Promise<CallList> {
  const whose = owner ?? 'everybody';
  const asked = { me, today: await findToday(em) };
  const [counts] = await em.execute<{ total: number; overdue: number }[]>(countsOf(whose), asked);
  const { total = 0, overdue = 0 } = counts ?? {};
  const rows = await em.execute<Row[]>(listOf(whose), asked);
  return {
    total: Math.min(total, COUNT_MAX),
    overdue,
    isMore: total >= COUNT_MAX,
    calls: rows.map(({ ownerId, ownerName, dueOn, calls, ...referral }) => ({
      referral,
      lead: { ownerId, ownerName, dueOn },
      calls,
    })),
  };
}
