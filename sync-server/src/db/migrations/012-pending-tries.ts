import { Migration } from '@mikro-orm/migrations';

/**
 * A sign-in attempt counts even before its password is checked; until then nobody knows whether it is wrong.
 */
export class Migration012PendingTries extends Migration {
  override up(): void {
    this.addSql('alter table login_attempts add column is_pending boolean not null default false');
  }
}
