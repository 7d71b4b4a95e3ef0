import { Migration } from '@mikro-orm/migrations';

/** For the admin's desk: which rewards were paid, who else referred a person, and filters of the audit log. */
export class Migration007AdminDesk extends Migration {
  override up(): void {
    this.addSql(`
      alter table reward_history
        add column paid_at timestamptz(3),
        add column paid_by uuid references users on delete set null;
    `);
    // The same person at another referrer. Only digits, because people write numbers in many ways.
    this.addSql(`
      create index referrals_email on referrals (lower(email));
      create index referrals_phone_digits on referrals (regexp_replace(phone, '[^0-9]', '', 'g'))
        where phone is not null;
    `);
    // An index per filter in the log's own order, so that a rare action is found without reading the rest.
    this.addSql(`
      create index audit_logs_subject on audit_logs (entity_id, created_at, id);
      create index audit_logs_action_newest on audit_logs (action, created_at desc, id desc);
      create index audit_logs_entity_newest on audit_logs (entity, created_at desc, id desc);
      create index audit_logs_user_newest on audit_logs (user_id, created_at desc, id desc);
      drop index audit_logs_user;
    `);
  }
}
