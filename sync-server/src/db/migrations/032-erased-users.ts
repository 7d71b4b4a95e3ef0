import { Migration } from '@mikro-orm/migrations';

/** Erased users are counted whenever an admin's device asks who is signed in, so they have an index of their own. */
export class Migration032ErasedUsers extends Migration {
  override up(): void {
    this.addSql('create index users_erased on users (erased_at) where erased_at is not null;');
  }
}
