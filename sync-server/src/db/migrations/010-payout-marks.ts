import { Migration } from '@mikro-orm/migrations';

/** Each marking of a ledger line as paid or not; the line itself keeps only the last one. */
export class Migration010PayoutMarks extends Migration {
  override up(): void {
    // marked_by has no foreign key: who marked a line stays on record when the admin's account is gone.
    this.addSql(`
      create table payout_marks (
        id uuid primary key default gen_random_uuid(),
        reward_id uuid not null references reward_history on delete cascade,
        is_paid boolean not null,
        marked_at timestamptz(3) not null default now(),
        marked_by uuid not null
      );
      create index payout_marks_reward on payout_marks (reward_id, marked_at);
      create index payout_marks_time on payout_marks (marked_at);
    `);
    // Marks made before this migration are in the audit log, with all ids.
  }
}
