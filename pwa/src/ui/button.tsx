import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './button.css';

type NativeProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className' | 'type'>;
type PressProps = NativeProps & {
  onPress?: () => void;
  isDisabled?: boolean;
};
type Props = PressProps & {
  children: ReactNode;
  variant?: 'primary' | 'sun' | 'quiet' | 'danger' | 'bare';
  size?: 'md' | 'sm';
  icon?: IconName;
};

/** A button with a text; `sun` is for the main action of a screen. */
export function Button({ variant = 'primary', size = 'md', icon, children, ...props }: Props) {
  return (
    <button {...nativeProps(props)} className="button" data-variant={variant} data-size={size}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

type IconButtonProps = PressProps & { icon: IconName; 'aria-label': string };

/** A button with only an icon; its name is for screen readers. */
export function IconButton({ icon, ...props }: IconButtonProps) {
  return (
    <button {...nativeProps(props)} className="icon-button">
      <Icon name={icon} />
    </button>
  );
}

/** The platform's own button: React Aria's would take the dashboard over its budget. */
function nativeProps({ onPress, onClick, isDisabled, ...props }: PressProps) {
  const handleClick: NativeProps['onClick'] = (event) => {
    onClick?.(event);
    onPress?.();
  };
  return { ...props, type: 'button', disabled: isDisabled, onClick: handleClick } as const;
}
