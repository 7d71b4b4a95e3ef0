import { Migration } from '@mikro-orm/migrations';

/** Users, their sessions, sign-in attempts, and counters of rate limits. */
export class Migration001Users extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid primary key,
        username text not null,
        email text not null,
        password text not null,
        phone text,
        address text,
        avatar text,
        role text not null default 'customer' check (role in ('customer', 'admin')),
        is_active text not null default 'true' check (is_active in ('true', 'false')),
        referral_code text not null,
        created_at timestamptz(3) not null default now(),
        version xid8 not null default pg_current_xact_id(),
        constraint users_referral_code_unique unique (referral_code)
      );
      create unique index users_username_unique on users (lower(username));
      create unique index users_email_unique on users (lower(email));
      create index users_newest on users (created_at desc, id desc);
      create index users_version on users (version);
    `);
    // An admin's list shows the referrer's name and email, so a change of these two makes its rows new.
    this.addSql(`
      create function touch_version() returns trigger language plpgsql as $$
      begin
        new.version := pg_current_xact_id();
        return new;
      end $$;
      create trigger users_touch_version before update on users for each row
        when (old.username is distinct from new.username or old.email is distinct from new.email)
        execute function touch_version();
    `);
    this.addSql(`
      create table sessions (
        id text primary key,
        user_id uuid not null references users on delete cascade,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now()
      );
      create index sessions_user on sessions (user_id);
      create index sessions_expiry on sessions (expires_at);
    `);
    this.addSql(`
      create table login_attempts (
        id uuid primary key,
        email text not null,
        success text not null default 'false' check (success in ('true', 'false')),
        ip_address text,
        user_agent text,
        attempted_at timestamptz(3) not null default now()
      );
      create index login_attempts_email on login_attempts (email, attempted_at);
      create index login_attempts_address on login_attempts (ip_address, attempted_at);
      create index login_attempts_newest on login_attempts (attempted_at desc, id desc);
    `);
    this.addSql(`
      create table rate_limits (
        key text not null,
        window_start timestamptz(3) not null,
        count integer not null default 0,
        primary key (key, window_start)
      );
      create index rate_limits_age on rate_limits (window_start);
    `);
  }
}
