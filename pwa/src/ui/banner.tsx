import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import './banner.css';

type Props = { tone: Tone; icon: IconName; children: ReactNode; action?: ReactNode };

/** A line across the page that stays as long as its message holds. */
export function Banner({ tone, icon, children, action }: Props) {
  return (
    <div className="banner" data-tone={tone} role="status">
      <Icon name={icon} />
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}
