import { Migration } from '@mikro-orm/migrations';

/** Calls to people who were referred, who looks after them, and the day they are to be called again. */
export class Migration041Calls extends Migration {
  override up(): void {
    // A call's id is the key of the act that noted it, which serves one referral only. admin_id has no foreign key, as in
    // migration 039.
    this.addSql(`
      create table calls (
        id uuid not null,
        referral_id uuid not null references referrals on delete cascade,
        admin_id uuid not null,
        created_at timestamptz(3) not null default now(),
        called_at timestamptz(3) not null,
        outcome text not null check (outcome in ('reached', 'no_answer', 'call_back', 'not_interested')),
        call_back_on date check ((outcome = 'call_back') = (call_back_on is not null)),
        note text not null default '',
        is_shared boolean not null default false,
        primary key (id, referral_id)
      );
      create index calls_referral on calls (referral_id, called_at);
      create table leads (
        referral_id uuid primary key references referrals on delete cascade,
        owner_id uuid references users on delete set null,
        due_on date
      );
      create index leads_due on leads (due_on) where due_on is not null;
      create index leads_owner on leads (owner_id) where owner_id is not null;
    `);
  }
}
