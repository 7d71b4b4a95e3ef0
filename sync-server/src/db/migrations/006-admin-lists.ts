import { Migration } from '@mikro-orm/migrations';

/** What an admin's list of referrals needs at 200,000 rows: pages of one status, and search by a part. */
export class Migration006AdminLists extends Migration {
  override up(): void {
    this.addSql(`
      create index referrals_status_newest on referrals (status, created_at desc, id desc);
    `);
    // pg_trgm comes with PostgreSQL and a database's owner may create it. Where an installation lacks it or
    // forbids it, the search works all the same and reads the table instead.
    this.addSql(`
      do $$
      begin
        create extension if not exists pg_trgm;
        create index referrals_search on referrals
          using gin (name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);
      exception
        when insufficient_privilege or undefined_file or feature_not_supported then
          raise notice 'no pg_trgm here: searching referrals will read the whole table';
      end $$;
    `);
  }
}
