import { Migration } from '@mikro-orm/migrations';

/**
 * When the person of a session last said who they are, and whether an identity provider answers for a second factor. Whether
 * one has to be added is asked at each request; `must_add_factor` is left for processes of the version before.
 */
export class Migration070ProvedSessions extends Migration {
  override up(): void {
    this.addSql(`
      alter table sessions add proved_at timestamptz(3), add is_vouched_for boolean not null default false;
      create index one_time_links_back on one_time_links (lower(email)) where kind = 'undo';
    `);
    // The log's line is written just before the session.
    this.addSql(`
      update sessions s set is_vouched_for = true from users u
      where u.id = s.user_id and u.sso_issuer is not null and exists (
        select from audit_logs a
        where a.user_id = s.user_id and a.action = 'session.login' and a.details = 'By single sign-on'
          and a.created_at between s.created_at - interval '10 seconds' and s.created_at + interval '1 second')
    `);
  }
}
