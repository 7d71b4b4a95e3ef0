import { useState, type ComponentProps } from 'react';
import { IconButton } from './button.tsx';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

/** A password whose letters can be shown while typing on a small keyboard. */
export function PasswordField(props: Props) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? 'eyeOff' : 'eye'}
      aria-label={isShown ? 'Hide password' : 'Show password'}
      onPress={() => setShown(!isShown)}
    />
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} end={toggle} />;
}
