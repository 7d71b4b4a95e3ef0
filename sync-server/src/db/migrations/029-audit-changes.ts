import { Migration } from '@mikro-orm/migrations';

/**
 * The audit log keeps changes as data, and the ledger the rung that a line pays for: both were read back from their
 * texts. Old lines are read here once, where that is sure. It is not where a person typed part of the text: an address
 * may end in '; role: customer → admin'.
 */
export class Migration029AuditChanges extends Migration {
  override up(): void {
    this.addSql(`
      alter table audit_logs add changes jsonb;
      update audit_logs a set changes = jsonb_build_array(
        jsonb_build_object('field', 'status', 'from', found.m[2], 'to', found.m[4]))
      from (
        select id, regexp_match(details, '^(was ){0,1}(\\w+)( → (\\w+)){0,1}$') as m from audit_logs
        where action in ('referral.status', 'referral.delete', 'quote.status')
      ) found
      where found.id = a.id and found.m is not null;
      update audit_logs set changes = (
        select jsonb_agg(jsonb_build_object('field', m[1], 'from', m[2], 'to', m[3]) order by n)
        from regexp_matches(details, '(role|isActive): (\\w+) → (\\w+)', 'g') with ordinality as found(m, n))
      where action = 'user.change' and details ~
        '^(role: (customer|admin) → (customer|admin)){0,1}(; |^|$)(isActive: (true|false) → (true|false)){0,1}$';
    `);
    this.addSql(`
      alter table reward_history add ordinal integer;
      update reward_history
      set ordinal = (regexp_match(description, '\\(successful referral (\\d{1,9})\\)$'))[1]::integer
      where description like 'Reward for %';
    `);
  }
}
