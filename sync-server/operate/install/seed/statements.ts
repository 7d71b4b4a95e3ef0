import { drawn, DRAWS, FIRST_NAME, LAST_NAME, TAIL } from './people.ts';

/*
 * Each statement writes all rows of a table: one row at a time would take hours. What is random is drawn from the MD5 of a
 * row's number, and times count back from `:until`, so that the same seed is the same data.
 */

const DAY_SECONDS = 86_400;
/** Referrals came in over this time, users before it. */
const DAYS = 730;
const SEEDED = `u.email like 'seed-%@seed.example'`;
const UNTIL = ':until::timestamptz';

// Codes are all digits, which a random code of eight characters is unlikely to be.
export const INSERT_USERS = `
  insert into users (id, username, email, password, referral_code, created_at)
  select md5('seed user ' || n)::uuid, ${FIRST_NAME} || ' ' || ${LAST_NAME} || ' ' || n,
    'seed-' || n || '@seed.example', :password, lpad(n::text, 8, '0'),
    ${UNTIL} - make_interval(days => ${DAYS}, mins => :users - n)
  from generate_series(1, :users) n, lateral (select md5('user ' || n) as hash) h`;

// The density falls with a user's number: the first of 50,000 has 9,000 of 2,000,000. Of ten referrals four are new and two
// have each of the other statuses, but for those whose completion would be in the future. A user's rungs are in order.
export const INSERT_REFERRALS = `
  with numbered as (
    select n, hash, md5('seed user ' ||
        (1 + floor(:users * power(${drawn(19)} / ${DRAWS}.0::float8, 2))::int))::uuid as user_id,
      ${UNTIL} - make_interval(secs => ${DAYS * DAY_SECONDS}.0 * (:referrals - n) / :referrals) as taken_at,
      make_interval(secs => ${DAY_SECONDS}.0 * (1 + 119 * power(${drawn(24)} / ${DRAWS}.0::float8, 2))) as takes,
      (array['submitted', 'submitted', 'contact_made', 'in_progress', 'completed'])[1 + ${drawn(7)} % 5] as status
    from generate_series(1, :referrals) n, lateral (select md5('referral ' || n) as hash) h
  ), drawn as (
    select *, least(taken_at + takes, ${UNTIL}) as changed_at from numbered
  ), judged as (
    select n, hash, user_id, taken_at,
      case when status = 'completed' and changed_at = ${UNTIL} then 'in_progress' else status end as status,
      case when status = 'submitted' then taken_at else changed_at end as changed_at
    from drawn
  ), ranked as (
    select *, case when status = 'completed'
      then row_number() over (partition by user_id, status order by changed_at, n) end as ordinal
    from judged
  ), named as (
    select *, ${FIRST_NAME} as first, ${LAST_NAME} as last, ${TAIL} as tail from ranked
  )
  insert into referrals (id, user_id, name, email, phone, date, status, reward, ordinal, created_at, updated_at)
  select md5('seed referral ' || n)::uuid, user_id, first || ' ' || last || '-' || tail,
    lower(first || '.' || last) || '.' || n || '@friends.example',
    '+1 ' || 201 + ${drawn(14)} % 700 || ' ' || lpad(n::text, 7, '0'), taken_at, status,
    coalesce(s.reward, :reward), ordinal, taken_at, changed_at
  from named left join jsonb_to_recordset(:spans::jsonb) as s ("from" int, "to" int, reward text)
    on ordinal between s."from" and coalesce(s."to", ordinal)
  order by n`;

// What was earned before the last month is paid.
export const INSERT_LEDGER = `
  insert into reward_history (id, user_id, referral_id, ordinal, amount, amount_cents, description, date, created_at, paid_at)
  select md5('seed reward ' || r.id)::uuid, r.user_id, r.id, r.ordinal, r.reward, s.cents,
    'Reward for ' || r.name || ' (successful referral ' || r.ordinal || ')', r.updated_at, r.updated_at,
    case when r.updated_at < date_trunc('month', ${UNTIL}) - interval '1 month'
      then date_trunc('month', r.updated_at) + interval '1 month 4 days' end
  from referrals r join users u on u.id = r.user_id
  join jsonb_to_recordset(:spans::jsonb) as s ("from" int, "to" int, cents bigint)
    on r.ordinal between s."from" and coalesce(s."to", r.ordinal)
  where r.ordinal is not null and ${SEEDED} order by r.updated_at, r.id`;

/** About every four days. */
const SIGN_INS = `${UNTIL} - make_interval(hours => 97 * n - ${drawn(1)} % 97)
  from users u, generate_series(1, 20) n, lateral (select md5(u.id::text || n) as hash) h where ${SEEDED}`;

const INSERT_SIGN_INS = `
  insert into login_attempts (id, email, success, ip_address, attempted_at)
  select hash::uuid, u.email, (n % 4 > 0)::text, '198.51.100.' || n, ${SIGN_INS}`;

const INSERT_AUDIT = `
  insert into audit_logs (id, user_id, action, entity, entity_id, created_at)
  select hash::uuid, u.id, 'session.login', 'session', u.id::text, ${SIGN_INS}`;

const INSERT_SESSIONS = `
  insert into sessions (id, user_id, expires_at)
  select md5(u.id::text || n), u.id, ${UNTIL} + make_interval(days => n)
  from users u, generate_series(1, 5) n where ${SEEDED}`;

// One for fifty users, of which a third are open.
const INSERT_QUOTES = `
  insert into quotes (id, referral_code, name, email, phone, status, created_at, settled_at)
  select md5('seed quote ' || n)::uuid, u.referral_code, ${FIRST_NAME} || ' ' || ${LAST_NAME},
    'asks-' || n || '@friends.example', '+1 555 ' || lpad(n::text, 7, '0'),
    case when n % 3 = 0 then 'open' else 'closed' end, ${UNTIL} - make_interval(hours => n),
    case when n % 3 > 0 then ${UNTIL} end
  from users u, lateral (select u.referral_code::int as n, md5('quote ' || u.referral_code) as hash) h
  where ${SEEDED} and n % 50 = 0`;

/** The statements that need nothing but `:until`. */
export const INSERT_REST = [INSERT_SIGN_INS, INSERT_AUDIT, INSERT_SESSIONS, INSERT_QUOTES];
