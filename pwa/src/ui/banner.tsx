import { useEffect, useRef, type ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import './banner.css';

type Props = {
  tone: Tone;
  icon: IconName;
  children: ReactNode;
  action?: ReactNode;
  /** For what must be read before continuing: it scrolls into view and takes the focus. */
  title?: string;
};

/** A line across the page that stays as long as its message holds. */
export function Banner({ tone, icon, children, action, title }: Props) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (title) banner.current?.focus();
  }, [title]);
  return (
    <div
      className="banner"
      data-tone={tone}
      role={title ? 'region' : 'status'}
      aria-label={title}
      ref={banner}
      tabIndex={title ? -1 : undefined}
    >
      <Icon name={icon} />
      <div className="banner-text">
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {action}
    </div>
  );
}
