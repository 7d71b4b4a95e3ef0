import { Migration } from '@mikro-orm/migrations';

/** Achievements, who earned them, and each user's environmental impact. */
export class Migration004Achievements extends Migration {
  override up(): void {
    this.addSql(`
      create table achievements (
        id uuid primary key,
        title text not null,
        description text not null,
        type text not null,
        icon text not null default 'trophy',
        rarity text not null default 'common'
          check (rarity in ('common', 'rare', 'epic', 'legendary')),
        required_count integer not null default 0,
        reward text,
        is_active text not null default 'true' check (is_active in ('true', 'false')),
        created_at timestamptz(3) not null default now()
      );
      create table user_achievements (
        id uuid primary key,
        user_id uuid not null references users,
        achievement_id uuid not null references achievements on delete cascade,
        progress integer not null default 0,
        is_earned text not null default 'false' check (is_earned in ('true', 'false')),
        earned_at timestamptz(3),
        delivered_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        constraint user_achievements_unique unique (user_id, achievement_id)
      );
      create index user_achievements_achievement on user_achievements (achievement_id);
    `);
    this.addSql(`
      create table environmental_impact (
        id uuid primary key,
        user_id uuid not null references users,
        carbon_saved_tons numeric not null default 0,
        trees_equivalent integer not null default 0,
        homes_powered numeric not null default 0,
        pollution_reduced numeric not null default 0,
        last_calculated timestamptz(3),
        created_at timestamptz(3) not null default now(),
        constraint environmental_impact_user_unique unique (user_id)
      );
    `);
  }
}
