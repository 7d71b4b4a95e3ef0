import { Migration } from '@mikro-orm/migrations';

/** Attempts refused for a reason other than their password are kept too, and count toward no limit. */
export class Migration021UncountedTries extends Migration {
  override up(): void {
    this.addSql('alter table login_attempts add column counts boolean not null default true');
  }
}
