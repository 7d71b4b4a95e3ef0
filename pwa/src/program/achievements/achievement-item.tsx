import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { formatDay } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { rarityLabel } from './achievement-look.ts';
import { shareBadge } from './share-badge.ts';
import { SunBadge } from './sun-badge.tsx';

type Props = { achievement: Achievement };

/** One achievement: what it requires, what it brings and the person's progress. */
export function AchievementItem({ achievement }: Props) {
  const { title, description, rarity, reward, earnedAt } = achievement;
  return (
    <li className="achievement" data-rarity={rarity}>
      <SunBadge of={achievement} />
      <div className="achievement-text">
        <h3>{title}</h3>
        <span className="achievement-rarity">{rarityLabel(achievement)}</span>
        <p>{description}</p>
        {reward && <p className="achievement-reward">Reward: {reward}</p>}
        {!earnedAt && <Progress achievement={achievement} />}
        {earnedAt && (
          <>
            <span className="muted">Earned {formatDay(earnedAt)}</span>
            <Button
              variant="bare"
              size="sm"
              icon="share"
              aria-label={`Share ${title}`}
              onPress={() => void sharePicture(achievement)}
            >
              Share
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

async function sharePicture(achievement: Achievement): Promise<void> {
  try {
    await shareBadge(achievement);
  } catch (error) {
    console.warn('The picture could not be shared:', error);
    showToast({
      title: 'The picture could not be made',
      description: 'Please try again.',
      variant: 'destructive',
    });
  }
}

/** How far the person is. */
export function Progress({ achievement: { title, progress } }: { achievement: Achievement }) {
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
