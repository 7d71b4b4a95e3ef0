import { Migration } from '@mikro-orm/migrations';

/**
 * An earlier epoch remembers what a cursor has seen if its `xmax` is below `ended_before` (decision 43). After a start on the
 * same timeline that is every number given out so far. A new timeline may lack a transaction that had begun before it left
 * the old one and ended after, so there the cursor must be older than the newest number that both have.
 */
export class Migration051SeenTransactions extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function begin_epoch() returns text language plpgsql as $$
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
              + case when split_part(run, '/', 1) = split_part(run_here(), '/', 1) then 1 else 0 end
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
