import { Migration } from '@mikro-orm/migrations';

/**
 * What was certified of a referral when its receipt was first given out. Beside `referrals`, which has enough indexes, and
 * with no reference to it: a receipt outlives its row. Its signature is made again each time.
 */
export class Migration055Receipts extends Migration {
  override up(): void {
    this.addSql(`
      create table receipts (
        code text primary key,
        referral_id uuid not null unique,
        person_hash bytea,
        taken_at timestamptz(3) not null,
        received_at timestamptz(3) not null,
        terms_at timestamptz(3) not null,
        key_id text not null references server_keys
      );
    `);
  }
}
