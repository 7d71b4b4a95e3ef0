import { Migration } from '@mikro-orm/migrations';

/** Rewards: the advertised ones, the tiers and what customers see of them, and the ledger. */
export class Migration003Rewards extends Migration {
  override up(): void {
    this.addSql(`
      create table available_rewards (
        id uuid primary key,
        name text not null,
        description text,
        amount text not null,
        required_referrals integer not null,
        created_at timestamptz(3) not null default now()
      );
    `);
    this.addSql(`
      create table reward_tiers (
        id uuid primary key,
        level integer not null,
        name text not null,
        min_referrals integer not null,
        max_referrals integer,
        required_referrals integer not null,
        reward_amount text not null,
        amount_cents bigint not null default 0,
        description text,
        is_active text not null default 'true' check (is_active in ('true', 'false')),
        created_at timestamptz(3) not null default now()
      );
      create table reward_levels (
        id uuid primary key,
        tier_id uuid unique references reward_tiers on delete cascade,
        level integer not null,
        name text not null,
        required_referrals integer not null,
        reward text not null,
        created_at timestamptz(3) not null default now()
      );
    `);
    // referral_id has no foreign key: the ledger keeps its lines when a referral is deleted.
    this.addSql(`
      create table reward_history (
        id uuid primary key,
        user_id uuid not null references users,
        referral_id uuid,
        amount text not null,
        amount_cents bigint not null default 0,
        description text not null,
        date timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now()
      );
      create index reward_history_user_newest on reward_history (user_id, created_at desc, id desc);
      create index reward_history_newest on reward_history (created_at desc, id desc);
      create index reward_history_referral on reward_history (referral_id);
    `);
  }
}
