import { Migration } from '@mikro-orm/migrations';

/** The same phone at another referrer, by its last ten digits, so that a country code makes no difference. */
export class Migration009PhoneTail extends Migration {
  override up(): void {
    this.addSql(`
      drop index referrals_phone_digits;
      create index referrals_phone_tail on referrals
        (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) where phone is not null;
    `);
  }
}
