import { Migration } from '@mikro-orm/migrations';

// As `rewards/unname.ts` was when this migration was written.
const UNNAMED = String.raw`case
  when description ~ '^Reward for .* \(successful referral \d+\)$'
    then regexp_replace(description, '^.* (\(successful referral \d+\))$', 'Reward for a removed referral \1')
  when description like 'Taken back:%' then 'Taken back: a removed referral is no longer completed'
  else 'Reward for a removed referral'
end`;

/** People can have themselves erased, and nothing names them afterwards. */
export class Migration015ErasedPeople extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add column erased_at timestamptz(3);
      alter table quotes add column settled_at timestamptz(3);
      update quotes set settled_at = created_at where status <> 'open';
    `);
    // Since when it has been closed or converted; null while it is open.
    this.addSql(`
      create function settle_quote() returns trigger language plpgsql as $$
      begin
        new.settled_at := case when new.status <> 'open' then coalesce(new.settled_at, now()) end;
        return new;
      end $$;
      create trigger quotes_settle before insert or update on quotes for each row
        execute function settle_quote();
    `);
    // Earlier builds named people in texts that no foreign key leads to, so only this migration can find those.
    this.addSql(`
      update reward_history set description = ${UNNAMED}
      where referral_id in (select id from referral_tombstones);
      update audit_logs set details = regexp_replace(details, '; for .*; ids ', '; ids ')
      where action in ('payout.mark_paid', 'payout.mark_unpaid');
    `);
  }
}
