import { Migration } from '@mikro-orm/migrations';

/** A mark of the key that the process which started last signs sessions with: one row, or none before the first start. */
export class Migration049SessionKeyMark extends Migration {
  override up(): void {
    this.addSql(`
      create table session_key_mark (mark text not null);
      create unique index session_key_mark_one on session_key_mark ((true));
    `);
  }
}
