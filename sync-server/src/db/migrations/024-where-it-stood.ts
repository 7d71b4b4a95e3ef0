import { Migration } from '@mikro-orm/migrations';

/** A deleted referral leaves behind where it stood in lists, so that a page after it can still be asked for. */
export class Migration024WhereItStood extends Migration {
  override up(): void {
    this.addSql(`
      alter table referral_tombstones add created_at timestamptz(3);
      create or replace function bury_referral() returns trigger language plpgsql as $$
      begin
        insert into referral_tombstones (id, user_id, created_at)
        values (old.id, old.user_id, old.created_at)
          on conflict (id) do update set version = excluded.version,
            created_at = excluded.created_at;
        return null;
      end $$;
    `);
  }
}
