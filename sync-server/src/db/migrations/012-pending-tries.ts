import { Migration } from '@mikro-orm/migrations';

/** A try to sign in counts from before its password is judged; until then nobody knows whether it was wrong. */
export class Migration012PendingTries extends Migration {
  override up(): void {
    this.addSql('alter table login_attempts add column is_pending boolean not null default false');
  }
}
