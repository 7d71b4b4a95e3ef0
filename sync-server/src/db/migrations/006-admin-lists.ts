import { Migration } from '@mikro-orm/migrations';

/** Indexes an admin's list of 200,000 referrals needs: pages of one status, and search for part of a text. */
export class Migration006AdminLists extends Migration {
  override up(): void {
    this.addSql(`
      create index referrals_status_newest on referrals (status, created_at desc, id desc);
    `);
    // pg_trgm comes with PostgreSQL and a database's owner may create it. If an installation lacks or forbids
    // it, search still works but reads the whole table.
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
