import { Migration } from '@mikro-orm/migrations';

/** What people are told about their sessions, and under which cookie each is valid; none outlives 180 days. */
export class Migration017SessionList extends Migration {
  override up(): void {
    this.addSql(`
      alter table sessions
        add column public_id uuid not null default gen_random_uuid(),
        add column place text,
        add column user_agent text,
        add column is_host_only boolean not null default false,
        add constraint sessions_public_id unique (public_id)`);
    this.addSql(
      `update sessions set expires_at = created_at + interval '180 days'
       where expires_at > created_at + interval '180 days'`,
    );
  }
}
