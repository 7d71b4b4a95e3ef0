import { Migration } from '@mikro-orm/migrations';

/**
 * A provider of PostgreSQL may refuse the functions that say which cluster and which timeline this is. The time at which
 * the database was started answers in their place: each start is then a history of its own, after which devices ask for
 * everything (decision 43).
 */
export class Migration052ManagedDatabases extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function history_here() returns text language plpgsql stable as $$
      declare
        cluster text;
      begin
        begin
          cluster := (select system_identifier from pg_control_system());
        exception when insufficient_privilege or undefined_function or feature_not_supported then
          cluster := 'since ' || pg_postmaster_start_time();
        end;
        return concat_ws('/', cluster, (select oid from pg_database where datname = current_database()),
          pg_relation_filenode('referrals'));
      end $$;
      create or replace function run_here() returns text language plpgsql stable as $$
      declare
        timeline text;
      begin
        begin
          timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
        exception when insufficient_privilege or undefined_function or feature_not_supported then
          timeline := 'since ' || pg_postmaster_start_time();
        end;
        return concat_ws('/', timeline, pg_postmaster_start_time());
      end $$;
    `);
  }
}
