import { linkRoutes, PasswordResetWish } from '@sunloop/shared-types/accounts/link-routes.ts';
import { useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { LinkPart } from './link-part.tsx';
import { useSending } from './use-sending.ts';

/** Asks for a link by which a new password can be set; says the same whether or not anybody has the address. */
export function ForgottenForm() {
  const form = useForm(PasswordResetWish, { email: '' });
  const [sentTo, setSentTo] = useState('');
  const { email } = form.values;
  const { isBusy, problem, send } = useSending(
    () => setSentTo(email),
    (error) => form.showErrors(errorFields(error)),
  );
  if (sentTo !== '')
    return (
      <LinkPart title="Look into your mail">
        <p>
          If somebody has an account with {sentTo}, a message with a link is on its way. The link
          works for 30 minutes. If nothing comes, look among unwanted mail, or call the help line.
        </p>
      </LinkPart>
    );
  const handleSubmit = () => {
    const body = form.submit();
    if (body) send(() => call(linkRoutes.askPasswordReset, { body }));
  };
  return (
    <LinkPart title="Forgot your password?" problem={problem}>
      <p>We send you a link to set a new one. What waits on this device stays.</p>
      <Form aria-label="Forgotten password" errors={form.errors} onSubmit={handleSubmit}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <SubmitButton isBusy={isBusy} busyLabel="Sending...">
          Send me a link
        </SubmitButton>
      </Form>
    </LinkPart>
  );
}
