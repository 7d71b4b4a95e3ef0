import { PasswordField } from '../forms/password-field.tsx';
import type { FieldProps } from '../forms/use-form.ts';

/** The admin's own password, once the server asks for it because the sign-in is old. */
export function YourPasswordField(field: FieldProps) {
  return <PasswordField {...field} label="Your password" autoComplete="current-password" />;
}
