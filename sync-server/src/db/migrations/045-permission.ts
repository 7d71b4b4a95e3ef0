import { Migration } from '@mikro-orm/migrations';

/** Whether the referrer said that the friend agreed to be contacted, by which version of the words, and when. */
export class Migration045Permission extends Migration {
  override up(): void {
    this.addSql(`
      alter table referrals add permission smallint, add permission_at timestamptz(3);
    `);
  }
}
