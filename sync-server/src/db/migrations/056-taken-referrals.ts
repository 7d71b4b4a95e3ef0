import { Migration } from '@mikro-orm/migrations';

/** Referrals that somebody took for a customer, and who may do so. Ordinary referrals have no row here. */
export class Migration056TakenReferrals extends Migration {
  override up(): void {
    // taken_by has no foreign key: the referral outlives whoever took it.
    this.addSql(`
      alter table users add column may_take boolean not null default false;
      create table taken_referrals (
        referral_id uuid primary key references referrals on delete cascade,
        user_id uuid not null references users,
        taken_by uuid not null,
        taken_at timestamptz(3) not null default now(),
        not_mine_at timestamptz(3),
        kept_at timestamptz(3)
      );
      create index taken_referrals_by on taken_referrals (taken_by, taken_at desc, referral_id);
      create index taken_referrals_of on taken_referrals (user_id);
      create index taken_referrals_not_mine on taken_referrals (not_mine_at)
        where not_mine_at is not null and kept_at is null;
    `);
  }
}
