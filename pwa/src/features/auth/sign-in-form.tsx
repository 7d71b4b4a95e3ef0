import { LogIn } from '@sunloop/shared-types';
import { Form } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { type OnIn, useEntry } from './use-entry.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';

const TEXTS = {
  failed: 'Login failed',
  done: 'Login successful',
  welcome: (name: string) => `Welcome back, ${name}!`,
};

type Props = { email?: string; onIn: OnIn };

/** Signs an existing person in; `onIn` runs once the device knows them. */
export function SignInForm({ email = '', onIn }: Props) {
  const form = useForm(LogIn, { email, password: '' });
  const { isBusy, run } = useEntry({ texts: TEXTS, onIn, onErrors: form.showErrors });

  const handleSubmit = () => {
    const body = form.submit();
    if (body) void run(async () => (await loadPart(() => import('./enter.ts'))).logIn(body));
  };
  return (
    <Form aria-label="Sign in" errors={form.errors} onSubmit={handleSubmit}>
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
    </Form>
  );
}
