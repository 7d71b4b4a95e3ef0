import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './empty-state.css';

type Props = { icon: IconName; title: string; children?: ReactNode };

/** Shown where there is nothing yet, with what to do about it. */
export function EmptyState({ icon, title, children }: Props) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <p>{title}</p>
      {children}
    </div>
  );
}
