import { Migration } from '@mikro-orm/migrations';

/** Indexes for housekeeping, which deletes by age, and for erasing and exporting people. */
export class Migration016Retention extends Migration {
  override up(): void {
    this.addSql(`
      create index quotes_settled on quotes (settled_at) where settled_at is not null;
      create index quotes_email on quotes (lower(email));
      create index quotes_code on quotes (referral_code, created_at desc, id desc)
        where referral_code is not null;
      create index referral_acts_age on referral_acts (done_at);
      create index referral_tombstones_age on referral_tombstones (deleted_at);
    `);
  }
}
