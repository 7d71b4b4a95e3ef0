import { Migration } from '@mikro-orm/migrations';

/** What a database that was put back to an earlier state learns from devices (decision 43). */
export class Migration036AfterARestore extends Migration {
  override up(): void {
    // Every change of a profile raises it, so that a device recognizes an older one.
    this.addSql('alter table users add updated_at timestamptz(3) not null default now();');
    this.addSql(`
      create function touch_profile() returns trigger language plpgsql as $$
      begin
        new.updated_at := greatest(
          date_trunc('milliseconds', clock_timestamp()),
          old.updated_at + interval '1 millisecond'
        );
        return new;
      end $$;
      create trigger users_touch_profile before update on users for each row
        when ((old.username, old.email, old.phone, old.address)
          is distinct from (new.username, new.email, new.phone, new.address))
        execute function touch_profile();
    `);
    this.addSql(`
      create table lost_referrals (
        referral_id uuid primary key,
        user_id uuid not null references users on delete cascade,
        device text not null,
        epoch text not null references epochs,
        reported_at timestamptz(3) not null default now()
      );
      create index lost_referrals_epoch on lost_referrals (epoch);
      create index lost_referrals_user on lost_referrals (user_id);
      create index lost_referrals_age on lost_referrals (reported_at);
    `);
  }
}
