import { Migration } from '@mikro-orm/migrations';

/** Whether an earlier address had been confirmed: what strangers did under it is the person's only then. */
export class Migration071ConfirmedEarlierEmails extends Migration {
  override up(): void {
    this.addSql(`
      alter table earlier_emails add is_confirmed boolean not null default false;
      create or replace function keep_earlier_email() returns trigger language plpgsql as $$
      begin
        insert into earlier_emails as e (user_id, person, is_confirmed)
          values (old.id, email_person(old.email), old.email_confirmed_at is not null)
          on conflict (user_id, person) do update set is_confirmed = e.is_confirmed or excluded.is_confirmed;
        return null;
      end $$;
      create index login_attempts_person on login_attempts (email_person(email)) where user_id is null;
    `);
  }
}
