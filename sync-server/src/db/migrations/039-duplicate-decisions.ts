import { Migration } from '@mikro-orm/migrations';

/** Referrals that an admin has compared with those of the same email or phone by other users, and that are to stay. */
export class Migration039DuplicateDecisions extends Migration {
  override up(): void {
    // decided_by has no foreign key: the decision stands when the admin's account is gone.
    this.addSql(`
      create table duplicate_decisions (
        referral_id uuid primary key references referrals on delete cascade,
        decided_at timestamptz(3) not null default now(),
        decided_by uuid not null
      );
    `);
  }
}
