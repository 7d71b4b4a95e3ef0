import { Migration } from '@mikro-orm/migrations';

/**
 * An epoch is one run of the database server. A device's cursor names its epoch, so that a server which was put back to
 * an earlier state recognizes what it no longer has (decision 43).
 */
export class Migration033Epochs extends Migration {
  override up(): void {
    this.addSql(`
      create table epochs (
        id text primary key default substr(md5(gen_random_uuid()::text), 1, 12),
        history text not null,
        run text not null,
        began_at timestamptz(3) not null default now(),
        remembered_to timestamptz(3) not null,
        ended_before numeric
      );
      create unique index epochs_present on epochs ((true)) where ended_before is null;
    `);
    // Transaction numbers can be compared only within one history. A base backup and a promoted standby continue it;
    // another cluster, database or copy of the tables does not.
    this.addSql(`
      create function history_here() returns text language sql stable as $$
        select concat_ws('/', (select system_identifier from pg_control_system()),
          (select oid from pg_database where datname = current_database()),
          pg_relation_filenode('referrals'))
      $$;
      create function run_here() returns text language sql stable as $$
        select concat_ws('/', left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_postmaster_start_time())
      $$;
    `);
    this.addSql(`
      create function begin_epoch() returns text language plpgsql as $$
      declare
        present epochs;
        told text;
      begin
        lock table epochs in exclusive mode;
        select * into present from epochs where ended_before is null;
        if present.history = history_here() and present.run = run_here() then
          return present.id;
        end if;
        if present.history = history_here() then
          update epochs set ended_before = pg_snapshot_xmax(pg_current_snapshot())::text::numeric
            where ended_before is null;
        else
          update epochs set ended_before = 0;
        end if;
        insert into epochs (history, run, remembered_to) select history_here(), run_here(), greatest(
            (select max(created_at) from referrals), (select max(created_at) from audit_logs),
            (select max(began_at) from epochs), '1970-01-01')
          returning id into told;
        return told;
      end $$;
    `);
  }
}
