import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { Icon } from '../../ui/icon.tsx';
import { arcsOf, raysOf } from './badge-shape.ts';
import './sun-badge.css';

/** The sun of an achievement: rays by its icon, loops by its rarity, and the outer loop as far as the person is. */
export function SunBadge({ of }: { of: Achievement }) {
  const { icon, rarity, earnedAt, progress } = of;
  const reached = earnedAt ? 1 : progress ? Math.min(progress.current / progress.total, 1) : 0;
  return (
    <span className="achievement-icon" data-rarity={rarity} data-earned={earnedAt && ''}>
      <svg className="sun-badge" viewBox="0 0 64 64" aria-hidden="true">
        <circle r="30" pathLength="100" className="sun-badge-track" />
        <circle r="30" pathLength="100" strokeDasharray={`${reached * 100} 100`} />
        <circle r="25" pathLength={arcsOf(rarity)} strokeDasharray=".8 .2" />
        <circle r="20" pathLength={raysOf(icon)} strokeDasharray=".4 .6" />
        <circle r="16" />
      </svg>
      <Icon name={icon} />
    </span>
  );
}
