import { Migration } from '@mikro-orm/migrations';

/** People who are not to be contacted, and their referrals and quote requests from before. */
export class Migration047DoNotContact extends Migration {
  override up(): void {
    // marked_by and row_id have no foreign keys: a mark outlives the admin and the rows.
    this.addSql(`
      create table do_not_contact (
        id uuid primary key,
        name text not null,
        email text not null,
        phone text,
        phones text[] not null,
        reason text not null,
        marked_at timestamptz(3) not null default now(),
        marked_by uuid not null
      );
      create table do_not_contact_rows (
        row_id uuid not null,
        mark_id uuid not null references do_not_contact on delete cascade,
        primary key (row_id, mark_id)
      );
      create index do_not_contact_rows_mark on do_not_contact_rows (mark_id);
    `);
  }
}
