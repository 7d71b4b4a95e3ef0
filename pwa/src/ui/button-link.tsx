import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './button.css';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & {
  variant?: 'primary' | 'sun' | 'quiet';
  icon?: IconName;
};

/** A link that leads out of the app, with the weight of a button. */
export function ButtonAnchor({ variant = 'primary', icon, children, ...props }: Props) {
  return (
    <a {...props} className="button" data-variant={variant}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}

/** The same for a place inside the app. */
export const ButtonLink = createLink(ButtonAnchor);
