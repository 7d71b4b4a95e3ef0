import { Migration } from '@mikro-orm/migrations';

/** How many the identity provider let in and we did not, counted by day; nothing of a person is in it. */
export class Migration075SsoRefusals extends Migration {
  override up(): void {
    this.addSql(`
      create table sso_refusals (
        day date not null,
        fault text not null,
        count int not null,
        last_at timestamptz(3) not null,
        primary key (day, fault)
      );
      create index sso_refusals_by_age on sso_refusals (last_at);
    `);
  }
}
