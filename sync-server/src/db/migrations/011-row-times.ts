import { Migration } from '@mikro-orm/migrations';

/**
 * Every change of a referral carries a later `updated_at` than the one before, by a millisecond at least; apps tell
 * by it which of two answers is older. A transaction's own time could not say so, nor could a clock.
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
