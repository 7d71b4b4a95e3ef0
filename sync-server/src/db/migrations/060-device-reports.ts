import { Migration } from '@mikro-orm/migrations';

/**
 * What each device of a person last told of itself: how much waits there, and which rows, as `[{ id, takenAt }]`. Those of a
 * storage that is gone, which never arrived, are missing.
 */
export class Migration060DeviceReports extends Migration {
  override up(): void {
    this.addSql(`
      create table device_reports (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users on delete cascade,
        device uuid not null,
        storage uuid not null,
        user_agent text,
        version text not null,
        is_protected boolean,
        waiting int not null,
        refused int not null,
        rows jsonb not null,
        missing jsonb not null default '[]',
        missing_more int not null default 0,
        missing_at timestamptz(3),
        told_at timestamptz(3),
        heard_at timestamptz(3) not null default now(),
        unique (user_id, device)
      );
      create index device_reports_heard on device_reports (heard_at);
      create index device_reports_owing on device_reports (heard_at)
        where waiting > 0 or refused > 0 or missing_at is not null;
    `);
  }
}
