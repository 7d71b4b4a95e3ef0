import { DEFAULT_REWARD, parseCents } from '@sunloop/shared-types';
import type { Orm } from '../db/orm.ts';
import { runnerOf } from '../db/query/statement.ts';
import { evaluateAchievements } from '../features/achievements/evaluate.ts';
import { recalculateImpact } from '../features/impact/service.ts';
import { hashPassword } from '../features/session/password.ts';

export interface SeedSize {
  readonly users: number;
  readonly referrals: number;
}

/** How to sign in as the first seeded customer; all have this password. */
export const seedSignIn = { email: 'seed-1@seed.example', password: 'sunshine' };

// All rows in a few statements: one row at a time would take hours. Codes are all digits, which a random code
// of eight characters is unlikely to be.
const INSERT_USERS = `
  insert into users (id, username, email, password, referral_code, created_at)
  select gen_random_uuid(), 'Seed ' || n, 'seed-' || n || '@seed.example', :password,
    lpad(n::text, 8, '0'), now() - make_interval(mins => 1000000 - n)
  from generate_series(1, :users) n`;

// Of ten referrals four are new and two have each of the other statuses; a user's rungs are in order.
const INSERT_REFERRALS = `
  with seeded as (
    select id, row_number() over (order by created_at) - 1 as place from users
    where email like 'seed-%@seed.example'
  ), drawn as (
    select n, s.id as user_id, now() - make_interval(mins => :referrals - n) as taken_at,
      (array['submitted', 'submitted', 'contact_made', 'in_progress', 'completed'])[1 + n * 7919 / 31 % 5]
        as status
    from generate_series(1, :referrals) n join seeded s on s.place = n % :users
  ), ranked as (
    select *, case when status = 'completed'
      then row_number() over (partition by user_id, status order by n) end as ordinal
    from drawn
  )
  insert into referrals (id, user_id, name, email, phone, date, status, reward, ordinal, created_at, updated_at)
  select gen_random_uuid(), r.user_id, 'Friend ' || n, 'friend-' || n || '@seed.example',
    '+1 555 ' || lpad(n::text, 7, '0'), taken_at, status,
    case when status = 'completed' then coalesce(tier.reward_amount, :reward) else :reward end,
    ordinal, taken_at, taken_at
  from ranked r left join lateral (
    select reward_amount from reward_tiers t
    where t.is_active = 'true' and t.min_referrals <= r.ordinal
      and (t.max_referrals is null or t.max_referrals >= r.ordinal)
    order by min_referrals desc, level desc, created_at desc, id desc limit 1
  ) tier on true`;

const INSERT_LEDGER = `
  insert into reward_history (id, user_id, referral_id, ordinal, amount, amount_cents, description, date, created_at)
  select gen_random_uuid(), r.user_id, r.id, r.ordinal, r.reward,
    coalesce((select max(t.amount_cents) from reward_tiers t where t.reward_amount = r.reward), :cents),
    'Reward for ' || r.name || ' (successful referral ' || r.ordinal || ')', r.updated_at, r.updated_at
  from referrals r join users u on u.id = r.user_id
  where r.ordinal is not null and u.email like 'seed-%@seed.example'`;

const INSERT_SIGN_INS = `
  insert into login_attempts (id, email, success, ip_address, attempted_at)
  select gen_random_uuid(), u.email, (n % 4 > 0)::text, '198.51.100.' || n, now() - make_interval(hours => n)
  from users u, generate_series(1, 20) n where u.email like 'seed-%@seed.example'`;

const INSERT_AUDIT = `
  insert into audit_logs (id, user_id, action, entity, entity_id, created_at)
  select gen_random_uuid(), u.id, 'session.login', 'session', u.id::text, now() - make_interval(hours => n)
  from users u, generate_series(1, 20) n where u.email like 'seed-%@seed.example'`;

const INSERT_SESSIONS = `
  insert into sessions (id, user_id, expires_at)
  select md5(u.id::text || n), u.id, now() + make_interval(days => n)
  from users u, generate_series(1, 5) n where u.email like 'seed-%@seed.example'`;

/**
 * Fills a database without seeded users with the given number of customers and referrals, and with the
 * rewards, achievements, sign-ins and audit lines that belong to them, by the server's own rules.
 */
export async function writeSeedData(orm: Orm, { users, referrals }: SeedSize): Promise<void> {
  const password = await hashPassword(seedSignIn.password);
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute(INSERT_USERS, { users, password });
    await tx.execute(INSERT_REFERRALS, { users, referrals, reward: DEFAULT_REWARD });
    await tx.execute(INSERT_LEDGER, { cents: parseCents(DEFAULT_REWARD) });
    for (const statement of [INSERT_SIGN_INS, INSERT_AUDIT, INSERT_SESSIONS]) {
      await tx.execute(statement);
    }
    const seeded = await tx.execute<{ id: string }[]>(
      `select id from users where email like 'seed-%@seed.example'`,
    );
    const userIds = seeded.map(({ id }) => id);
    await evaluateAchievements(runnerOf(tx), userIds);
    for (const userId of userIds) await recalculateImpact(tx, userId);
  });
  // The planner needs statistics, which the database would otherwise only collect within a minute.
  await orm.em.fork().execute('analyze');
}
