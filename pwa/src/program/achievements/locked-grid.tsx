import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { rarityLabel } from './achievement-look.ts';
import { Progress } from './achievement-item.tsx';
import { SunBadge } from './sun-badge.tsx';
import './locked-grid.css';

/** Locked achievements as silhouettes; each opens what it asks for and brings. */
export function LockedGrid({ achievements }: { achievements: readonly Achievement[] }) {
  return (
    <>
      <p className="muted">Complete previous achievements to unlock</p>
      <ul className="locked-grid">
        {achievements.map((achievement) => (
          <li key={achievement.id} data-rarity={achievement.rarity}>
            <details>
              <summary>
                <SunBadge of={achievement} />
                <h3>{achievement.title}</h3>
              </summary>
              <span className="achievement-rarity">{rarityLabel(achievement)}</span>
              <p>{achievement.description}</p>
              {achievement.reward && (
                <p className="achievement-reward">Reward: {achievement.reward}</p>
              )}
              <Progress achievement={achievement} />
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
