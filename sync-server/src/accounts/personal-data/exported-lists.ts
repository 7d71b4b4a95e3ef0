import type { PersonExport } from '@sunloop/shared-types/accounts/person-export.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { RECIPIENT } from '../../messages/push/recipient.ts';
import { PERMISSION_TIME, REFERRAL_COLUMNS } from '../../referrals/queries.ts';
import { LAST_MARK } from '../../program/rewards/paid-how.ts';

type ListName = Exclude<
  {
    [Name in keyof PersonExport]: PersonExport[Name] extends readonly object[] ? Name : never;
  }[keyof PersonExport],
  // Worked out, not read.
  'expected'
>;

// What somebody typed about another user belongs to that user.
const SHOWS_DETAILS = `(a.entity <> 'user' or a.entity_id = :id)`;

/**
 * The lists of an export, each as rows of its shape for the user `:id` with the proven email `:email` (null for none), newest
 * first; `:isByOther` if an admin asks for it, who also gets the notes that are not shared with the user.
 * Each walks an index, so it costs only as much as that person's rows.
 */
export const EXPORTED_LISTS: Readonly<Record<ListName, string>> = {
  referrals: `
    select ${REFERRAL_COLUMNS}, ${PERMISSION_TIME}, coalesce((
      select json_agg(h) from (
        select a.action, a.details, ${isoTime('a.created_at', 'createdAt')} from audit_logs a
        where a.entity_id = r.id::text and a.entity = 'referral' order by a.created_at, a.id) h
      ), '[]') as history, coalesce((
      select json_agg(h) from (
        select c.outcome, to_char(c.call_back_on, 'YYYY-MM-DD') as "callBackOn",
          case when c.is_shared or :isByOther then c.note else '' end as note, c.is_shared as "isShared",
          ${isoTime('c.called_at', 'calledAt')}
        from calls c where c.referral_id = r.id order by c.called_at, c.id) h
      ), '[]') as calls
    from referrals r where r.user_id = :id order by r.created_at desc, r.id desc`,
  deletedReferrals: `
    select id, ${isoTime('deleted_at', 'deletedAt')} from referral_tombstones t
    where user_id = :id order by t.deleted_at desc, t.id`,
  rewards: `
    select h.id, h.referral_id as "referralId", h.amount, h.description, ${isoTime('h.date', 'date')},
      ${isoTime('h.created_at', 'createdAt')}, ${isoTime('h.paid_at', 'paidAt')},
      m.method as "paidMethod", m.reference as "paidReference"
    from reward_history h ${LAST_MARK}
    where h.user_id = :id order by h.created_at desc, h.id desc`,
  earlierEmails: `
    select person from earlier_emails where user_id = :id order by person`,
  achievements: `
    select a.id, a.title, m.progress, m.is_earned as "isEarned", ${isoTime('m.earned_at', 'earnedAt')}
    from user_achievements m join achievements a on a.id = m.achievement_id
    where m.user_id = :id order by m.created_at desc, m.id`,
  passkeys: `
    select k.name, ${isoTime('k.created_at', 'createdAt')}, ${isoTime('k.last_used_at', 'lastUsedAt')}
    from passkeys k where k.user_id = :id order by k.created_at desc, k.id`,
  sessions: `
    select s.user_agent as device, s.place, ${isoTime('s.created_at', 'startedAt')}, ${isoTime('s.last_used_at', 'lastUsedAt')},
      ${isoTime('s.expires_at', 'expiresAt')},
      (select split_part(d.endpoint, '/', 3) from push_subscriptions d where d.session_id = s.id) as "notifiedBy"
    from sessions s where s.user_id = :id order by s.created_at desc, s.id`,
  devices: `
    select d.user_agent as device, d.version, d.is_protected as "isProtected", d.waiting, d.refused, d.rows, d.missing,
      ${isoTime('d.heard_at', 'heardAt')}
    from device_reports d where d.user_id = :id order by d.heard_at desc, d.id`,
  // Wrong passwords only by the address: of one that is not proven, its owner may have tried.
  signIns: `
    select t.success, t.ip_address as "ipAddress", t.user_agent as "userAgent",
      ${isoTime('t.attempted_at', 'attemptedAt')}
    from login_attempts t
    where (t.email = lower(:email) and (t.user_id is null or t.user_id = :id))
      or (t.user_id = :id and t.success = 'true')
    order by t.attempted_at desc, t.id`,
  // Events by them, and by others about them; for the latter neither who nor from where.
  events: `
    select id, "byThem", action, entity, details, "ipAddress", "userAgent", "createdAt" from (
      select a.id, true as "byThem", a.action, a.entity, case when ${SHOWS_DETAILS} then a.details end as details,
        a.ip_address as "ipAddress", a.user_agent as "userAgent",
        ${isoTime('a.created_at', 'createdAt')}, a.created_at
      from audit_logs a where a.user_id = :id
      union all
      select a.id, false, a.action, a.entity, a.details, null, null,
        ${isoTime('a.created_at', 'createdAt')}, a.created_at
      from audit_logs a
      where a.entity_id = :id and a.entity = 'user' and a.user_id is distinct from :id::uuid
    ) e order by e.created_at desc, e.id`,
  messages: `
    select m.kind, ${RECIPIENT} as "to", m.state, ${isoTime('m.created_at', 'createdAt')}
    from outgoing_messages m where m.user_id = :id order by m.created_at desc, m.id desc`,
  quotes: `
    select q.id, q.name, q.email, q.phone, q.address, q.message, q.status,
      ${isoTime('q.created_at', 'createdAt')}
    from quotes q where (lower(q.email) = lower(:email) and q.owner_id is null) or q.owner_id = :id
    order by q.created_at desc, q.id`,
  takenForThem: `
    select t.referral_id as "referralId", ${isoTime('t.taken_at', 'takenAt')},
      ${isoTime('t.not_mine_at', 'notMineAt')}, ${isoTime('t.kept_at', 'keptAt')}
    from taken_referrals t where t.user_id = :id order by t.taken_at desc, t.referral_id`,
  takenForOthers: `
    select t.referral_id as "referralId", ${isoTime('t.taken_at', 'takenAt')}
    from taken_referrals t where t.taken_by = :id order by t.taken_at desc, t.referral_id`,
  linkRequests: `
    select q.referral_id as "referralId", q.status, ${isoTime('q.created_at', 'createdAt')}
    from quotes q where q.referral_code = (select referral_code from users where id = :id)
    order by q.created_at desc, q.id desc`,
};
