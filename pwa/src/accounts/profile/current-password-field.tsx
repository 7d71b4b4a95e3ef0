import { useEffect, useRef } from 'react';
import { readSessionOf } from '@sunloop/engine/data/device-db.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import type { FieldProps } from '../../ui/forms/use-form.ts';
import { SsoButton } from '../session/sso-button.tsx';

const readSession = ({ userId }: UserDb) => readSessionOf(userId);

/**
 * Appears and takes the focus once the server asks for it because the sign-in is old. Whoever has no password shows who they are
 * where they sign in.
 */
export function CurrentPasswordField(field: FieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const sso = useStored(readSession)?.user.sso;
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <PasswordField {...field} label="Current Password" autoComplete="current-password" />
      <SsoButton name={sso} to={window.location.pathname + window.location.search} isAgain />
    </div>
  );
}
