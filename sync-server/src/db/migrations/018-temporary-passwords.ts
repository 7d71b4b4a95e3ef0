import { Migration } from '@mikro-orm/migrations';

/** A password an admin gave ends; null for one of the user's own. */
export class Migration018TemporaryPasswords extends Migration {
  override up(): void {
    this.addSql('alter table users add column password_ends_at timestamptz(3)');
  }
}
