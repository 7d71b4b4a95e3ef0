import { LogIn } from '@sunloop/shared-types/ground/user.ts';
import { type ReactNode, useState } from 'react';
import { Form } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { type Half, type OnIn, useEntry } from './use-entry.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';

export const SIGN_IN_TEXTS = {
  failed: 'Login failed',
  done: 'Login successful',
  welcome: (name: string) => `Welcome back, ${name}!`,
};

type Props = {
  email?: string;
  onIn: OnIn;
  /** Other ways in. */
  children?: ReactNode;
};

/** Signs an existing person in; `onIn` runs once the device knows them. */
export function SignInForm({ email = '', onIn, children }: Props) {
  const form = useForm(LogIn, { email, password: '' });
  const [half, setHalf] = useState<Half>();
  const { isBusy, run } = useEntry({
    texts: SIGN_IN_TEXTS,
    onIn,
    onErrors: form.showErrors,
    onHalf: setHalf,
  });

  const handleSubmit = () => {
    const body = form.submit();
    if (body) void run(async () => (await loadPart(() => import('./enter.ts'))).logIn(body));
  };
  if (half?.Step)
    return <half.Step ways={half.fields} onIn={onIn} onBack={() => setHalf(undefined)} />;
  return (
    <Form aria-label="Sign in" errors={form.errors} onSubmit={handleSubmit}>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username webauthn"
      />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
      {children}
    </Form>
  );
}
