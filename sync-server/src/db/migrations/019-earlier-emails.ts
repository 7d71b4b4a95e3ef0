import { Migration } from '@mikro-orm/migrations';

/**
 * Users' earlier addresses, so that changing the email lets nobody refer themselves. The database stores them
 * in the transaction of the change, reduced to the person they stand for (`emailPerson` of shared-types).
 */
export class Migration019EarlierEmails extends Migration {
  override up(): void {
    // Not strict, so that it is inlined into the calling statement: a call costs more than the work itself.
    this.addSql(`
      create function email_person(email text) returns text
      language sql immutable parallel safe
      return case when position('+' in email) = 0 then lower(email)
        else regexp_replace(lower(email), '^([^+@]+)\\+[^@]*@', '\\1@') end;
      create table earlier_emails (
        user_id uuid not null references users on delete cascade,
        person text not null,
        primary key (user_id, person)
      );
      create function keep_earlier_email() returns trigger language plpgsql as $$
      begin
        insert into earlier_emails (user_id, person) values (old.id, email_person(old.email))
          on conflict do nothing;
        return null;
      end $$;
      create trigger users_keep_earlier_email after update of email on users for each row
        when (email_person(old.email) <> email_person(new.email))
        execute function keep_earlier_email();
    `);
    // Only the audit log knows of changes before this migration; no address contains a space.
    this.addSql(`
      insert into earlier_emails (user_id, person)
      select u.id, email_person(told[2])
      from audit_logs a
      join users u on u.id::text = a.entity_id
      cross join lateral regexp_match(a.details, '(^|; )email: ([^ ]+@[^ ]+) → ') told
      where a.action in ('user.change_profile', 'user.change') and told is not null
      on conflict do nothing
    `);
  }
}
