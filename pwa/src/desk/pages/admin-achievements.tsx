import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { AchievementItem } from '../../program/achievements/achievement-item.tsx';
import {
  AchievementsTab,
  type AchievementActs,
} from '../program/achievements/achievements-tab.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import '../../program/achievements/achievements.css';

const { adminAchievements, addAchievement, changeAchievement, deleteAchievement } = routes;

/** The tab Achievements. */
export function AchievementsPart() {
  const achievements = useDeskReading(adminAchievements);
  const act = useDeskAct();
  const onCreate: AchievementActs['onCreate'] = (body) => {
    const description = `${body.title} is awarded from each customer’s next action on.`;
    const done = { title: 'Achievement created', description };
    return act({ failed: 'Creation Failed', done }, (write) => write(addAchievement, { body }));
  };
  const onChange: AchievementActs['onChange'] = ({ id, title }, body) => {
    const done = { title: 'Achievement updated', description: `${body.title ?? title} was saved.` };
    return act({ failed: 'Update Failed', done }, (write) =>
      write(changeAchievement, { params: { id }, body }),
    );
  };
  const onDelete: AchievementActs['onDelete'] = ({ id, title }) => {
    const done = { title: 'Achievement deleted', description: `${title} was deleted.` };
    return act({ failed: 'Delete Failed', done }, (write) =>
      write(deleteAchievement, { params: { id } }),
    );
  };
  return (
    <AchievementsTab
      achievements={achievements}
      look={showLook}
      onCreate={onCreate}
      onChange={onChange}
      onDelete={onDelete}
    />
  );
}

/** Shows it as a customer sees it among the achievements of their dashboard. */
function showLook(achievement: Achievement) {
  return <AchievementItem achievement={achievement} />;
}
