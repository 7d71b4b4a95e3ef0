import { Migration } from '@mikro-orm/migrations';

/** Passkeys, codes of an app and recovery codes, and the sign-ins that wait for one of them. */
export class Migration044SecondFactors extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        id uuid primary key default gen_random_uuid(),
        credential_id text not null unique,
        user_id uuid not null references users on delete cascade,
        public_key text not null,
        counter bigint not null default 0,
        name text not null,
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3)
      );
      create index passkeys_user on passkeys (user_id);
      create table one_time_codes (
        user_id uuid primary key references users on delete cascade,
        secret text,
        on_since timestamptz(3),
        last_step bigint not null default 0,
        new_secret text,
        new_since timestamptz(3)
      );
      create table recovery_codes (
        user_id uuid not null references users on delete cascade,
        code_hash text not null,
        primary key (user_id, code_hash)
      );
      create table sign_in_steps (
        hash text primary key,
        user_id uuid references users on delete cascade,
        password_hash text,
        ends_at timestamptz(3) not null
      );
      create index sign_in_steps_user on sign_in_steps (user_id);
      create index sign_in_steps_ends on sign_in_steps (ends_at);
      alter table sessions add must_add_factor boolean not null default false;
    `);
  }
}
