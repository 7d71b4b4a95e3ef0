import { Migration } from '@mikro-orm/migrations';

/** Referrals with the versions and tombstones the delta reads need, and quotes. */
export class Migration002Referrals extends Migration {
  override up(): void {
    this.addSql(`
      create table referrals (
        id uuid primary key,
        user_id uuid not null references users,
        name text not null,
        email text not null,
        phone text,
        address text,
        date timestamptz(3) not null default now(),
        status text not null default 'completed'
          check (status in ('submitted', 'contact_made', 'in_progress', 'completed')),
        reward text not null default '$100',
        ordinal integer check (ordinal >= 1),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version xid8 not null default pg_current_xact_id(),
        constraint referrals_ordinal_unique unique (user_id, ordinal)
      );
      create unique index referrals_person_unique on referrals (user_id, lower(email));
      create index referrals_user_newest on referrals (user_id, created_at desc, id desc);
      create index referrals_newest on referrals (created_at desc, id desc);
      create index referrals_user_version on referrals (user_id, version);
      create index referrals_version on referrals (version);
    `);
    this.addSql(`
      create function touch_referral() returns trigger language plpgsql as $$
      begin
        new.version := pg_current_xact_id();
        if new.updated_at = old.updated_at then
          new.updated_at := now();
        end if;
        return new;
      end $$;
      create trigger referrals_touch before update on referrals for each row
        execute function touch_referral();
    `);
    this.addSql(`
      create table referral_tombstones (
        id uuid primary key,
        user_id uuid not null,
        version xid8 not null default pg_current_xact_id(),
        deleted_at timestamptz(3) not null default now()
      );
      create index referral_tombstones_user_version on referral_tombstones (user_id, version);
      create index referral_tombstones_version on referral_tombstones (version);
      create function bury_referral() returns trigger language plpgsql as $$
      begin
        insert into referral_tombstones (id, user_id) values (old.id, old.user_id)
          on conflict (id) do update set version = excluded.version;
        return null;
      end $$;
      create trigger referrals_bury after delete on referrals for each row
        execute function bury_referral();
    `);
    this.addSql(`
      create table quotes (
        id uuid primary key,
        referral_code text,
        referral_id uuid references referrals on delete set null,
        name text not null,
        email text not null,
        phone text not null,
        address text,
        message text,
        status text not null default 'open' check (status in ('open', 'converted', 'closed')),
        created_at timestamptz(3) not null default now()
      );
      create index quotes_newest on quotes (created_at desc, id desc);
      create index quotes_referral on quotes (referral_id);
    `);
  }
}
