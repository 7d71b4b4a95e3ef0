import { Migration } from '@mikro-orm/migrations';

/** How each line was paid, and since when an office has a person's tax form; neither the form nor its number is stored. */
export class Migration040PayRuns extends Migration {
  override up(): void {
    this.addSql(`
      alter table payout_marks add method text, add reference text;
      create table tax_forms (
        user_id uuid primary key references users on delete cascade,
        received_on date not null
      );
    `);
  }
}
