import { useEffect, useRef } from 'react';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import type { FieldProps } from '../../ui/forms/use-form.ts';

/** Appears and takes the focus once the server asks for it because the sign-in is old. */
export function CurrentPasswordField(field: FieldProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <PasswordField {...field} label="Current Password" autoComplete="current-password" />
    </div>
  );
}
