import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { DeskWork } from '@sunloop/shared-types/ground/admin.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { isEmptied } from '../../db/query/is-emptied.ts';
import { LATE_DEVICES } from '../../referrals/device-reports/field.ts';
import { isUnmarked } from '../../referrals/do-not-contact/marks.ts';
import { officeStart, TODAY } from '../../db/query/today.ts';

/** Duplicates are compared one by one, so no more are counted. */
const DUPLICATES_MAX = 200;
/** Of a number that is nobody's, such as 000 000, no more rows are looked at. */
const SAME_PHONE_MAX = 100;

// Without those whose day has not come, or whose day says since when they wait.
const UNCALLED = `
  select s.created_at from referral_search s join users u on u.id = s.user_id
  left join leads l on l.referral_id = s.id
  where s.status = 1 and u.erased_at is null and l.due_on is null and ${isUnmarked('s.id')}
    and not (${isEmptied('s')}) order by s.created_at, s.id limit 1`;

// Of those submitted, all are due whose day is not still to come; of those called, the ones whose day has come.
const DUE = `
  select (count(*) filter (where l.due_on <= ${TODAY} and r.status <> 'submitted'))::int as called,
    (count(*) filter (where l.due_on > ${TODAY} and r.status = 'submitted'))::int as later,
    ${officeStart(`min(l.due_on) filter (where l.due_on <= ${TODAY})`)} as due
  from leads l join referrals r on r.id = l.referral_id join users u on u.id = r.user_id
  where u.erased_at is null and l.due_on is not null and r.status <> 'completed' and ${isUnmarked('r.id')}
    and not (${isEmptied('r')})`;

// Submitted, and yet not to be called: marked or forgotten. Each part of the union walks an index. As an array, for which the
// planner expects few ids; as a table it read all referrals.
const UNCALLABLE = `
  select count(*)::int as marked from referrals r join users u on u.id = r.user_id
  where r.id = any (array(
      select row_id from do_not_contact_rows union select f.id from referrals f where ${isEmptied('f')}))
    and r.status = 'submitted' and u.erased_at is null`;

const OPEN_QUOTES = `
  select count(*)::int as quotes, min(created_at) as asked from quotes where status = 'open' and ${isUnmarked('quotes.id')}`;

// What was taken back is no debt, and neither is a line of somebody who has had all.
const OWED = `
  select h.created_at from reward_history h join referral_counts c on c.user_id = h.user_id
  where h.paid_at is null and h.amount_cents > 0 and c.cents > c.paid_cents
  order by h.created_at limit 1`;

const isEarlier = (e: string) =>
  `${e}.user_id <> s.user_id and (${e}.created_at, ${e}.id) < (s.created_at, s.id)`;
const LATER_DUPLICATES = `
  select count(*)::int as duplicates, min(created_at) as doubled from (
    select s.created_at from referral_search s where s.is_duplicate and (
      exists (select from referral_search e where email_mailbox(e.email) = email_mailbox(s.email) and ${isEarlier('e')})
      or s.phone_tail <> '' and exists (
        select from (
          select * from referral_search p where p.phone_tail = s.phone_tail and p.phone_tail <> ''
          limit ${SAME_PHONE_MAX}
        ) p where ${isEarlier('p')}
      )
    )
    order by s.created_at, s.id limit ${DUPLICATES_MAX + 1}
  ) found`;

const NOT_MINE = `
  select count(*)::int as "notMine", min(not_mine_at) as disowned,
    (array_agg(referral_id order by not_mine_at, referral_id))[1] as "notMineId"
  from taken_referrals where not_mine_at is not null and kept_at is null`;

const WORK = `
  select q.quotes, d.duplicates, c.called, c.later, m.marked, v.devices, ${isoTime('v.held', 'held')},
    ${isoTime(`least((${UNCALLED}), c.due)`, 'waiting')}, ${isoTime('q.asked', 'asked')},
    ${isoTime(`(${OWED})`, 'owed')}, ${isoTime('d.doubled', 'doubled')},
    n."notMine", n."notMineId", ${isoTime('n.disowned', 'disowned')}
  from (${OPEN_QUOTES}) q cross join (${LATER_DUPLICATES}) d cross join (${DUE}) c cross join (${UNCALLABLE}) m
    cross join (${LATE_DEVICES}) v cross join (${NOT_MINE}) n`;

interface Found {
  readonly quotes: number;
  readonly duplicates: number;
  readonly called: number;
  readonly later: number;
  readonly marked: number;
  readonly devices: number;
  readonly held: string | null;
  readonly waiting: string | null;
  readonly asked: string | null;
  readonly owed: string | null;
  readonly doubled: string | null;
  readonly notMine: number;
  readonly notMineId: string | null;
  readonly disowned: string | null;
}

/**
 * What waits for an admin. What comes from the search table (duplicates, and since when somebody waits for a call) is up to
 * ten seconds old. `uncalled` are the submitted referrals of people who were not erased.
 */
export async function findWork(
  em: SqlEntityManager,
  { uncalled, creditors }: { uncalled: number; creditors: number },
): Promise<DeskWork> {
  const [found] = await em.execute<Found[]>(WORK);
  if (!found) throw new Error('the work has no row');
  const { quotes, duplicates, asked, owed, doubled } = found;
  const calls = uncalled + found.called - found.later - found.marked;
  return {
    calls: { count: calls, since: calls === 0 ? null : found.waiting },
    quotes: { count: quotes, since: asked },
    payouts: { count: creditors, since: owed },
    duplicates: {
      count: Math.min(duplicates, DUPLICATES_MAX),
      since: doubled,
      isMore: duplicates > DUPLICATES_MAX,
    },
    devices: { count: found.devices, since: found.held },
    notMine: { count: found.notMine, since: found.disowned, id: found.notMineId },
  };
}
