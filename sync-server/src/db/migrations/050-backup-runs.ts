import { Migration } from '@mikro-orm/migrations';

/** What became of each night's backup; the row also keeps a night from having two. */
export class Migration050BackupRuns extends Migration {
  override up(): void {
    this.addSql(`
      create table backup_runs (
        night date primary key,
        file text,
        saved_at timestamptz(3),
        bytes bigint,
        rows bigint,
        verified_at timestamptz(3),
        copied_at timestamptz(3),
        fault text,
        fault_at timestamptz(3),
        is_done boolean not null default false
      );
    `);
  }
}
