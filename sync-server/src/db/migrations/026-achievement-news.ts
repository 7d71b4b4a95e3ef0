import { Migration } from '@mikro-orm/migrations';

/**
 * Achievements that people were not told about yet have an index of their own, which is nearly always empty. Every call
 * looks there for the caller's; it looked at all of theirs, or at everybody's while there were few, which was two
 * fifths of what the database did for an achievement check.
 */
export class Migration026AchievementNews extends Migration {
  override up(): void {
    // The condition is that of `IS_NEWS`.
    this.addSql(`
      create index user_achievements_news on user_achievements (user_id)
        where is_earned = 'true' and delivered_at is null;
    `);
  }
}
