import { useEffect, useState, type ComponentProps } from 'react';
import { isCommonPassword } from '../../lib/common-passwords.ts';
import { PasswordField } from './password-field.tsx';

const HINT = 'This is one of the most common passwords. Another one keeps your account safer.';

/** For choosing a password: warns of a very common one, but accepts it. */
export function NewPasswordField(
  props: Omit<ComponentProps<typeof PasswordField>, 'autoComplete'>,
) {
  const isCommon = useIsCommon(props.value);
  return (
    <div>
      <PasswordField {...props} autoComplete="new-password" />
      <p className="text-field-hint" role="status">
        {isCommon && HINT}
      </p>
    </div>
  );
}

/** Shorter ones are refused anyway. */
const WORTH_A_LOOK = 6;

function useIsCommon(password: string): boolean {
  const [common, setCommon] = useState('');
  const isLong = password.length >= WORTH_A_LOOK;
  useEffect(() => {
    if (!isLong) return;
    isCommonPassword(password).then(
      (isIt) => setCommon((was) => (isIt ? password : was)),
      (error: unknown) => console.warn('The list of common passwords is missing:', error),
    );
  }, [isLong, password]);
  return isLong && common === password;
}
