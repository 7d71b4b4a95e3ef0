import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { hasSparkles } from './achievement-look.ts';
import { Sparkles } from './sparkles.tsx';
import { SunBadge } from './sun-badge.tsx';
import './achievements.css';
import './achievement-popup.css';

/** SPEC §9: how long a popup stays, and how long it takes to close. */
const STAY_MS = 4000;
const EXIT_MS = 500;

type Props = { achievement: Achievement; onGone: () => void };

/** Announces one newly earned achievement, then closes by itself; its button closes it at once (SPEC §4). */
export function AchievementPopup({ achievement, onGone }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLeaving(true), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(onGone, EXIT_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, onGone]);

  const { title, description, rarity, reward } = achievement;
  return (
    <div
      className="achievement-popup"
      data-rarity={rarity}
      data-leaving={isLeaving || undefined}
      role="status"
    >
      {hasSparkles(achievement) && <Sparkles />}
      <SunBadge of={{ earnedAt: '', ...achievement }} />
      <div>
        <p className="achievement-popup-head">Achievement unlocked!</p>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{description}</p>
        {reward && <p className="achievement-reward">Reward: {reward}</p>}
      </div>
      <button type="button" className="icon-button" aria-label="Close" onClick={onGone}>
        <Icon name="close" />
      </button>
    </div>
  );
}
