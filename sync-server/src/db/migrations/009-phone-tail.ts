import { Migration } from '@mikro-orm/migrations';

/** The same phone at another referrer, by the ten last digits: with a country code and without is the same. */
export class Migration009PhoneTail extends Migration {
  override up(): void {
    this.addSql(`
      drop index referrals_phone_digits;
      create index referrals_phone_tail on referrals
        (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) where phone is not null;
    `);
  }
}
