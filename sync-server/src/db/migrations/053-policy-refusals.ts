import { Migration } from '@mikro-orm/migrations';

/** What browsers refused by the security policy, counted by day; nothing of a person is in it. */
export class Migration053PolicyRefusals extends Migration {
  override up(): void {
    this.addSql(`
      create table policy_refusals (
        day date not null,
        directive text not null,
        blocked text not null,
        source text not null,
        page text not null,
        count int not null,
        last_at timestamptz(3) not null,
        primary key (day, directive, blocked, source, page)
      );
      create index policy_refusals_by_age on policy_refusals (last_at);
    `);
  }
}
