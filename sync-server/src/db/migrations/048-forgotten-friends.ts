import { Migration } from '@mikro-orm/migrations';

/** Forgotten and erased people are counted whenever an admin's device asks who is signed in, so they have indexes of their own. */
export class Migration048ForgottenFriends extends Migration {
  override up(): void {
    this.addSql(`
      create index referrals_emptied on referrals (name) where email = id::text || '@erased.invalid';
      create index quotes_emptied on quotes (name) where email = id::text || '@erased.invalid';
    `);
  }
}
