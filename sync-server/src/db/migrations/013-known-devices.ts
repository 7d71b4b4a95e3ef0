import { Migration } from '@mikro-orm/migrations';

/** On a device on which the user signed in before, wrong passwords are counted apart from strangers'. */
export class Migration013KnownDevices extends Migration {
  override up(): void {
    this.addSql('alter table login_attempts add column device text');
  }
}
