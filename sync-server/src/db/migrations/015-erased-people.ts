import { Migration } from '@mikro-orm/migrations';

// As `rewards/unname.ts` was when this step was made.
const UNNAMED = String.raw`case
  when description ~ '^Reward for .* \(successful referral \d+\)$'
    then regexp_replace(description, '^.* (\(successful referral \d+\))$', 'Reward for a removed referral \1')
  when description like 'Taken back:%' then 'Taken back: a removed referral is no longer completed'
  else 'Reward for a removed referral'
end`;

/** People may have themselves erased, and nothing names them afterwards. */
export class Migration015ErasedPeople extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add column erased_at timestamptz(3);
      alter table quotes add column settled_at timestamptz(3);
      update quotes set settled_at = created_at where status <> 'open';
    `);
    // Closed or converted since then; null while it is open.
    this.addSql(`
      create function settle_quote() returns trigger language plpgsql as $$
      begin
        new.settled_at := case when new.status <> 'open' then coalesce(new.settled_at, now()) end;
        return new;
      end $$;
      create trigger quotes_settle before insert or update on quotes for each row
        execute function settle_quote();
    `);
    // Earlier builds named people where no reference points at them, so this is the only place to find what they
    // wrote.
    this.addSql(`
      update reward_history set description = ${UNNAMED}
      where referral_id in (select id from referral_tombstones);
      update audit_logs set details = regexp_replace(details, '; for .*; ids ', '; ids ')
      where action in ('payout.mark_paid', 'payout.mark_unpaid');
    `);
  }
}
