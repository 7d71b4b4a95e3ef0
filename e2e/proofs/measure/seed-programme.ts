import type { AppProcess } from '../../fixtures/app-process.ts';

/** A program of this size, as the server's own seed writes it, except for rewards, which no list shows. */
export async function seedProgramme(
  app: AppProcess,
  { users, referrals }: { users: number; referrals: number },
): Promise<void> {
  await app.sql(
    `insert into users (id, username, email, password, referral_code, created_at)
     select gen_random_uuid(), 'Seed ' || n, 'seed-' || n || '@seed.example', 'none', lpad(n::text, 8, '0'), now()
     from generate_series(1, $1::int) n`,
    [users],
  );
  await app.sql(
    `with seeded as (
       select id, row_number() over (order by referral_code) - 1 as place from users
       where email like 'seed-%@seed.example'
     )
     insert into referrals (id, user_id, name, email, phone, date, status, created_at, updated_at)
     select gen_random_uuid(), s.id, 'Friend ' || n, 'friend-' || n || '@seed.example',
       '+1 555 ' || lpad(n::text, 7, '0'), at,
       (array['submitted', 'submitted', 'contact_made', 'in_progress'])[1 + n * 7919 / 31 % 4], at, at
     from generate_series(1, $2::int) n
     join seeded s on s.place = n % $1::int,
     lateral (select now() - make_interval(mins => $2::int - n) as at) t`,
    [users, referrals],
  );
  await app.sql('analyze');
}
