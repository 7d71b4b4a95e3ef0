import { useState, type ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import { TextField } from './text-field.tsx';
import '../button.css';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

/** A password field that can show what is typed. */
export function PasswordField(props: Props) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className="icon-button"
      aria-label={isShown ? 'Hide password' : 'Show password'}
      onClick={() => setShown(!isShown)}
    >
      <Icon name={isShown ? 'eyeOff' : 'eye'} />
    </button>
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} end={toggle} />;
}
