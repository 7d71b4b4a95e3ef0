import { SignUpForm as SignUpSchema } from '@sunloop/shared-types/ground/user.ts';
import { Form } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useAskingForm } from '../../ui/forms/use-asking-form.tsx';
import { readNewcomer } from './newcomer.ts';
import { type OnIn, useEntry } from './use-entry.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';

const EMPTY = {
  username: '',
  email: '',
  phone: '',
  address: '',
  password: '',
  confirmPassword: '',
};
const TEXTS = {
  failed: 'Registration failed',
  done: 'Registration successful',
  welcome: (name: string) => `Welcome, ${name}!`,
};

/** Creates an account; `onIn` runs once the device knows the new person. */
export function SignUpForm({ onIn }: { onIn: OnIn }) {
  const form = useAskingForm(SignUpSchema, { ...EMPTY, ...readNewcomer() });
  const { isBusy, run } = useEntry({ texts: TEXTS, onIn, onErrors: form.showErrors });

  const handleSubmit = () => {
    const entered = form.submit();
    if (!entered) return;
    const { confirmPassword: _, ...body } = entered;
    void run(async () => (await loadPart(() => import('./enter.ts'))).signUp(body));
  };
  return (
    <Form aria-label="Sign up" errors={form.errors} onSubmit={handleSubmit}>
      <TextField {...form.field('username')} label="Username" autoComplete="nickname" />
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
      <TextField {...form.field('phone')} label="Phone (Optional)" type="tel" autoComplete="tel" />
      <TextField
        {...form.field('address')}
        label="Address (Optional)"
        autoComplete="street-address"
      />
      <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />
      <PasswordField
        {...form.field('confirmPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <SubmitButton isBusy={isBusy} busyLabel="Creating your account...">
        Create Account
      </SubmitButton>
    </Form>
  );
}
