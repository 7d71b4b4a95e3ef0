import { Migration } from '@mikro-orm/migrations';

/**
 * Every change of a referral increases its `updated_at` by at least a millisecond; apps use it to tell which
 * of two answers is older. Neither the transaction's time nor a clock could tell that.
 */
export class Migration011RowTimes extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function touch_referral() returns trigger language plpgsql as $$
      begin
        new.version := pg_current_xact_id();
        new.updated_at := greatest(
          date_trunc('milliseconds', clock_timestamp()),
          old.updated_at + interval '1 millisecond'
        );
        return new;
      end $$;
    `);
  }
}
