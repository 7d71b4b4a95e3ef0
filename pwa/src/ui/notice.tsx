import { useEffect, useRef, type ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import './notice.css';

type Props = {
  tone: Tone;
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** Something the person must read before continuing; scrolls into view and takes the focus. */
export function Notice({ tone, icon, title, children, action }: Props) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <section className="notice" data-tone={tone} ref={notice} tabIndex={-1} aria-label={title}>
      <Icon name={icon} />
      <div className="notice-text">
        <strong>{title}</strong>
        {children}
      </div>
      {action}
    </section>
  );
}
