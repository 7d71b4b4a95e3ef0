import type { Achievement } from '@sunloop/shared-types';
import { formatDay } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { rarityLabel } from './achievement-look.ts';

type Props = { achievement: Achievement; isLocked: boolean };

/** One achievement: what it requires, what it brings and the person's progress. */
export function AchievementItem({ achievement, isLocked }: Props) {
  const { title, description, rarity, reward, earnedAt } = achievement;
  return (
    <li className="achievement" data-rarity={rarity} data-locked={isLocked || undefined}>
      <span className="achievement-icon">
        <Icon name={achievement.icon} />
      </span>
      <div className="achievement-text">
        <h3>{title}</h3>
        <span className="achievement-rarity">{rarityLabel(achievement)}</span>
        <p>{description}</p>
        {reward && <p className="achievement-reward">Reward: {reward}</p>}
        {!earnedAt && <Progress achievement={achievement} />}
        {isLocked && <p className="muted">Complete previous achievements to unlock</p>}
        {earnedAt && <p className="muted">Earned {formatDay(earnedAt)}</p>}
      </div>
    </li>
  );
}

function Progress({ achievement: { title, progress } }: { achievement: Achievement }) {
  if (!progress) return null;
  const { current, total } = progress;
  return (
    <div className="achievement-progress">
      <ProgressBar label={`Progress of ${title}`} value={current} max={total} />
      <span>
        {formatNumber(current)} of {formatNumber(total)}
      </span>
    </div>
  );
}
