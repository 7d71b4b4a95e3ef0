import { Migration } from '@mikro-orm/migrations';

/**
 * A whole list names what was deleted, so that a device knows that everything else it lacks was lost (decision 49). For
 * that, deleted ids are kept as long as their owner's account, and say by whom a referral had been taken.
 */
export class Migration068WholeListsNameDeletions extends Migration {
  override up(): void {
    // The name of the run of the database that answers: another one after each start, promotion and copy.
    this.addSql(`
      create function epoch_here() returns text language sql stable as $$
        select substr(md5(concat_ws('/', history_here(), run_here())), 1, 12)
      $$;
    `);
    // Before the deletion, because the line about who took it goes with the referral.
    this.addSql(`
      alter table referral_tombstones add taken_by uuid;
      create index referral_tombstones_taken_by on referral_tombstones (taken_by)
        where taken_by is not null;
      create or replace function bury_referral() returns trigger language plpgsql as $$
      begin
        insert into referral_tombstones (id, user_id, created_at, taken_by)
        values (old.id, old.user_id, old.created_at,
            (select taken_by from taken_referrals where referral_id = old.id))
          on conflict (id) do update set version = excluded.version,
            created_at = excluded.created_at;
        return old;
      end $$;
      drop trigger referrals_bury on referrals;
      create trigger referrals_bury before delete on referrals for each row
        execute function bury_referral();
      delete from system_settings where key = 'retention.deleted_ids_days';
    `);
    // A referral that came back is known by the run that took it back. The build before this one still names one of its epochs.
    this.addSql(`
      alter table lost_referrals drop constraint lost_referrals_epoch_fkey;
    `);
  }
}
