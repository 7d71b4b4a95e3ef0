import { Migration } from '@mikro-orm/migrations';

/** Settings, the audit log, and a record of which reference data was ever written. */
export class Migration005Administration extends Migration {
  override up(): void {
    this.addSql(`
      create table system_settings (
        id uuid primary key,
        key text not null,
        value text not null,
        description text,
        category text not null default 'general',
        is_editable text not null default 'true' check (is_editable in ('true', 'false')),
        updated_by uuid references users on delete set null,
        updated_at timestamptz(3) not null default now(),
        constraint system_settings_key_unique unique (key)
      );
      create table audit_logs (
        id uuid primary key,
        user_id uuid references users on delete set null,
        action text not null,
        entity text not null,
        entity_id text,
        details text,
        ip_address text,
        user_agent text,
        created_at timestamptz(3) not null default now()
      );
      create index audit_logs_newest on audit_logs (created_at desc, id desc);
      create index audit_logs_user on audit_logs (user_id);
    `);
    // An item named here is never written again, so an admin's deletion or change of it stays.
    this.addSql(`
      create table reference_data (
        name text primary key,
        written_at timestamptz(3) not null default now()
      );
    `);
  }
}
