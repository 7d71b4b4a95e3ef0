import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Lead, ReferralCall } from '@sunloop/shared-types/referrals/calls.ts';
import type { SharedNote } from '@sunloop/shared-types/referrals/shared-note.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { notFound } from '../../http/errors.ts';

/** A column of days in the wire's form. */
const day = (column: string, name: string) => `to_char(${column}, 'YYYY-MM-DD') as "${name}"`;

/** Columns of `calls c left join users a` that make a `ReferralCall`. */
const CALL_COLUMNS = `c.id, c.outcome, ${day('c.call_back_on', 'callBackOn')}, c.note, c.is_shared as "isShared",
  ${isoTime('c.called_at', 'calledAt')}, a.username`;

/** The newest calls to the referral `of`, oldest first, as JSON. */
export const callsTo = (of: string, most: number) => `
  (select coalesce(json_agg(to_jsonb(n) - 'place' order by n.place desc), '[]') from (
    select ${CALL_COLUMNS}, row_number() over (order by c.called_at desc, c.id) as place
    from calls c left join users a on a.id = c.admin_id
    where c.referral_id = ${of} order by c.called_at desc, c.id limit ${most}
  ) n)`;

/** Columns of `leads l left join users o` that make a `Lead`. */
export const LEAD_COLUMNS = `l.owner_id as "ownerId", o.username as "ownerName", ${day('l.due_on', 'dueOn')}`;

const FIND_LEAD = `
  select ${LEAD_COLUMNS} from (select :id::uuid as id) r
  left join leads l on l.referral_id = r.id left join users o on o.id = l.owner_id`;

/** Who looks after a referral and when they are to be called again. */
export async function findLead(em: SqlEntityManager, id: string): Promise<Lead> {
  const [lead] = await em.execute<Lead[]>(FIND_LEAD, { id });
  if (!lead) throw new Error('the lead has no row');
  return lead;
}

/** More than anybody makes to one person. */
const CALLS_MAX = 1000;

/** The calls to a referral, oldest first. */
export async function findCallsTo(em: SqlEntityManager, id: string): Promise<ReferralCall[]> {
  const sql = `select ${callsTo(':id::uuid', CALLS_MAX)} as calls`;
  const [found] = await em.execute<{ calls: ReferralCall[] }[]>(sql, { id });
  return found?.calls ?? [];
}

const FIND_NOTES = `
  select c.id, c.note, ${isoTime('c.called_at', 'calledAt')} from calls c
  where c.referral_id = :id and c.is_shared and c.note <> '' order by c.called_at, c.id`;

/** The notes about a user's own referral that are shared with them, oldest first; throws 404 for anybody else's. */
export async function findSharedNotes(
  em: SqlEntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<SharedNote[]> {
  const owned = 'select 1 from referrals where id = :id and user_id = :userId';
  if ((await em.execute<object[]>(owned, { id, userId })).length === 0) {
    throw notFound('There is no such referral');
  }
  return em.execute<SharedNote[]>(FIND_NOTES, { id });
}
