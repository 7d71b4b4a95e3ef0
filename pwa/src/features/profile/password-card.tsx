import { PasswordChangeForm } from '@sunloop/shared-types';
import { useState } from 'react';
import { errorFields } from '../../api/error-fields.ts';
import type { UserDb } from '../../data/user-db.ts';
import { changePassword } from '../../sync/profile.ts';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useChange } from './use-change.ts';

const EMPTY = { newPassword: '', confirmPassword: '' };
const DONE = {
  title: 'Password updated',
  description: 'Your password has been changed. Other devices have to sign in again.',
};

type Props = { db: UserDb; email: string };

/** Sets a new password; empty again once it is set. */
export function PasswordCard({ db, email }: Props) {
  const [times, setTimes] = useState(0);
  return (
    <Card title="Change Password">
      <PasswordForm key={times} db={db} email={email} onDone={() => setTimes(times + 1)} />
    </Card>
  );
}

function PasswordForm({ db, email, onDone }: Props & { onDone: () => void }) {
  const form = useForm(PasswordChangeForm, EMPTY);
  const { isBusy, run } = useChange({
    failed: 'Password Update Failed',
    done: DONE,
    onError: (error) => form.showErrors(errorFields(error)),
  });
  const handleSubmit = async () => {
    const entered = form.submit();
    if (entered && (await run(() => changePassword(db, entered.newPassword)))) onDone();
  };
  return (
    <Form aria-label="Change Password" errors={form.errors} onSubmit={() => void handleSubmit()}>
      {/* Password managers file the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
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
