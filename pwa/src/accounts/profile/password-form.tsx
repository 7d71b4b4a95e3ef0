import { PasswordChangeForm } from '@sunloop/shared-types/ground/user.ts';
import { useState } from 'react';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { changePassword, needsPassword } from '@sunloop/engine/account.ts';
import { Form } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };
const DONE = {
  title: 'Password updated',
  description: 'Your password has been changed. Other devices have to sign in again.',
};

type Props = { email: string; onDone: () => void };

/** Sets a new password; asks for the current one if the server wants it, and keeps what was typed. */
export function PasswordForm({ email, onDone }: Props) {
  const db = useUserDb();
  const form = useForm(PasswordChangeForm, EMPTY);
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useChange({
    failed: 'Password Update Failed',
    done: DONE,
    isQuestion: (error) => needsPassword(error) && !isAsked,
    onError: (error) => {
      form.showErrors(errorFields(error));
      setAsked((was) => was || needsPassword(error));
    },
  });
  const handleSubmit = async () => {
    const entered = form.submit();
    if (!entered) return;
    const { newPassword, currentPassword } = entered;
    const input = isAsked ? { newPassword, currentPassword } : { newPassword };
    if (await run(() => changePassword(db, input))) onDone();
  };
  return (
    <Form aria-label="Change Password" errors={form.errors} onSubmit={() => void handleSubmit()}>
      {/* Password managers file the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {isAsked && <CurrentPasswordField {...form.field('currentPassword')} />}
      <PasswordField
        {...form.field('newPassword')}
        label="New Password"
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <div className="form-actions">
        <SubmitButton isBusy={isBusy} busyLabel="Updating...">
          Update Password
        </SubmitButton>
      </div>
    </Form>
  );
}
