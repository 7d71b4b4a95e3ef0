import { Migration } from '@mikro-orm/migrations';

/** When a password given by an admin ends; null for the user's own. */
export class Migration018TemporaryPasswords extends Migration {
  override up(): void {
    this.addSql('alter table users add column password_ends_at timestamptz(3)');
  }
}
