import { Migration } from '@mikro-orm/migrations';

/** Who is paid for a person whom several users referred (design.md, First come). */
export class Migration058FirstCome extends Migration {
  override up(): void {
    // share: null pays in full, 0 nothing, more is a part of so many. It travels with the row, because its referrer is told.
    this.addSql(`alter table referrals add if not exists share smallint`);
    // The referral that is paid, or of several the one received first; null if they are different people. No foreign key:
    // the decision stands when that referral is deleted.
    this.addSql(`alter table duplicate_decisions add paid_first uuid`);
    this.addSql(`
      create index if not exists referrals_unpaid on referrals (user_id) where share = 0;
      create index if not exists duplicate_decisions_paid_first on duplicate_decisions (paid_first)
        where paid_first is not null;
    `);
  }
}
