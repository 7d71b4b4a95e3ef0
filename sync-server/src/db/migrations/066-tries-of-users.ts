import { Migration } from '@mikro-orm/migrations';

/**
 * Whose account a sign-in attempt was on: its email may become somebody else's. Those from before are told for accounts
 * whose address is not confirmed, by which nothing is found any more, and which never had another one.
 */
export class Migration066TriesOfUsers extends Migration {
  override up(): void {
    this.addSql(`
      alter table login_attempts add column user_id uuid references users on delete cascade;
      update login_attempts t set user_id = u.id from users u
        where t.email = lower(u.email) and t.attempted_at >= u.created_at and u.email_confirmed_at is null
          and not exists (select from earlier_emails e where e.user_id = u.id);
      create index login_attempts_user on login_attempts (user_id, attempted_at) where user_id is not null;
    `);
  }
}
