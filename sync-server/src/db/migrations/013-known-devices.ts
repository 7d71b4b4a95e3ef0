import { Migration } from '@mikro-orm/migrations';

/** A device on which the user signed in before counts its wrong passwords apart from those of strangers. */
export class Migration013KnownDevices extends Migration {
  override up(): void {
    this.addSql('alter table login_attempts add column device text');
  }
}
