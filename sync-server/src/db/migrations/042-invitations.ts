import { Migration } from '@mikro-orm/migrations';

/** Whether a person's link shows their picture, and whose account follows a request for a quote. */
export class Migration042Invitations extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add shows_picture boolean not null default false;
      alter table quotes add owner_id uuid references users on delete set null;
      create index quotes_owner on quotes (owner_id) where owner_id is not null;
    `);
  }
}
