import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './button.css';

type Props = Omit<ButtonProps, 'children' | 'className'> & {
  children: ReactNode;
  variant?: 'primary' | 'sun' | 'quiet' | 'danger' | 'bare';
  size?: 'md' | 'sm';
  icon?: IconName;
};

/** A button with words; `sun` is for the one thing a screen is about. */
export function Button({ variant = 'primary', size = 'md', icon, children, ...props }: Props) {
  return (
    <AriaButton {...props} className="button" data-variant={variant} data-size={size}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </AriaButton>
  );
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'className'> & {
  icon: IconName;
  'aria-label': string;
};

/** A button of one picture; its name is for screen readers. */
export function IconButton({ icon, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} className="icon-button">
      <Icon name={icon} />
    </AriaButton>
  );
}
