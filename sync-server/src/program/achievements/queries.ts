import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  Achievement,
  type AchievementType,
  type Achievements,
} from '@sunloop/shared-types/program/achievement.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { IS_NEWS } from '../../http/session/session-read.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';

interface AchievementRow {
  id: string;
  title: string;
  description: string;
  type: AchievementType;
  icon: string;
  rarity: string;
  reward: string | null;
  requiredCount: number;
  progress: number;
  isEarned: Flag;
  earnedAt: string | null;
}

const COLUMNS = `a.id, a.title, a.description, a.type, a.icon, a.rarity, a.reward,
  a.required_count as "requiredCount", coalesce(mine.progress, 0) as progress,
  coalesce(mine.is_earned, 'false') as "isEarned", ${isoTime('mine.earned_at', 'earnedAt')}`;

/**
 * A user's achievements in three lists. An achievement is locked until the previous one of its type (by
 * required count, then by age) is earned; an inactive one is shown only if it was earned.
 */
export async function findAchievements(
  em: SqlEntityManager,
  userId: string,
): Promise<Achievements> {
  const rows = await em.execute<AchievementRow[]>(
    `select ${COLUMNS} from achievements a
     left join user_achievements mine on mine.achievement_id = a.id and mine.user_id = ?
     where a.is_active = 'true' or mine.is_earned = 'true'
     order by a.required_count, a.created_at, a.id`,
    [userId],
  );
  const lists: Achievements = { earned: [], available: [], locked: [] };
  const isBlocked = new Set<string>();
  for (const row of rows) {
    if (row.isEarned === 'true') {
      lists.earned.push(present(row));
      isBlocked.delete(row.type);
    } else {
      lists[isBlocked.has(row.type) ? 'locked' : 'available'].push(present(row));
      isBlocked.add(row.type);
    }
  }
  return lists;
}

const NEWS = `select id from user_achievements where user_id = $1 and ${IS_NEWS}`;
const FIND_NEWS = defineStatement('find-achievement-news-of-user', NEWS);
// Two calls at once wait for each other's rows here, and the later one finds them already delivered.
const TAKE_NEWS = defineStatement(
  'take-achievement-news',
  `update user_achievements set delivered_at = now()
   where id = any(array(${NEWS} for update)) and delivered_at is null returning id`,
);

/** What the user has earned but not been told about; with `isDelivery` it counts as told from now on. */
export async function takeNews(
  em: SqlEntityManager,
  { userId, isDelivery }: { userId: string; isDelivery: boolean },
): Promise<Achievement[]> {
  const ids = await runnerOf(em)<{ id: string }>(isDelivery ? TAKE_NEWS : FIND_NEWS, [userId]);
  if (ids.length === 0) return [];
  const rows = await em.execute<AchievementRow[]>(
    `select ${COLUMNS} from user_achievements mine join achievements a on a.id = mine.achievement_id
     where mine.id in (?) order by mine.earned_at, a.required_count, a.id`,
    [ids.map(({ id }) => id)],
  );
  return rows.map(present);
}

// Parsing replaces an unknown icon or rarity with its default (SPEC §3).
function present({ requiredCount, progress, isEarned, ...row }: AchievementRow): Achievement {
  const current = isEarned === 'true' ? requiredCount : progress;
  return v.parse(Achievement, { ...row, progress: { current, total: requiredCount } });
}
