import { useEffect, useRef } from 'react';
import { PasswordField } from '../../ui/password-field.tsx';
import type { FieldProps } from '../../ui/use-form.ts';

/** Appears once the server asks for it, the sign-in being old; the person goes on there. */
export function CurrentPasswordField(field: FieldProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <PasswordField {...field} label="Current Password" autoComplete="current-password" />
    </div>
  );
}
