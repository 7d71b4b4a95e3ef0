import { Migration } from '@mikro-orm/migrations';

/** Admins' acts that were done, so that an act sent again after a lost answer is not done twice. */
export class Migration008AdminActs extends Migration {
  override up(): void {
    // referral_id has no foreign key: an act stays done when the referral is deleted.
    this.addSql(`
      create table referral_acts (
        key uuid not null,
        referral_id uuid not null,
        done_at timestamptz(3) not null default now(),
        primary key (key, referral_id)
      );
    `);
  }
}
