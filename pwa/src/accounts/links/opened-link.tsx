import { linkRoutes, type OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { NewPassword } from '@sunloop/shared-types/ground/user.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { call } from '@sunloop/engine/api/client.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { LinkPart } from './link-part.tsx';
import { useSending } from './use-sending.ts';

const PasswordForm = v.object({ password: NewPassword });

const TITLES: Readonly<Record<OpenedLink['kind'], string>> = {
  confirm: 'Confirm your address',
  reset: 'Set a new password',
  invitation: 'Welcome to Sunloop',
  undo: 'Get your account back',
};

type Props = { link: OpenedLink; token: string };

/** Uses a link: opening it alone changes nothing. */
export function OpenedLinkPart({ link, token }: Props) {
  const [isDone, setDone] = useState(false);
  const { kind, email } = link;
  if (kind === 'confirm')
    return isDone ? (
      <LinkPart title="Your address is confirmed">
        <p>{email} is the address of your account.</p>
      </LinkPart>
    ) : (
      <Confirm email={email} token={token} onDone={() => setDone(true)} />
    );
  if (isDone)
    return (
      <LinkPart title="Your password is set">
        <p>Sign in with {email} and your new password. Other devices have to do so, too.</p>
      </LinkPart>
    );
  return <PasswordByLink link={link} token={token} onDone={() => setDone(true)} />;
}

type PartProps = { token: string; onDone: () => void };

function Confirm({ email, token, onDone }: PartProps & { email: string }) {
  const { isBusy, problem, send } = useSending(onDone);
  return (
    <LinkPart title={TITLES.confirm} problem={problem}>
      <p>Is {email} the address of your account?</p>
      <Button
        isDisabled={isBusy}
        onPress={() => send(() => call(linkRoutes.confirmEmail, { body: { token } }))}
      >
        {isBusy ? 'Confirming...' : 'Confirm'}
      </Button>
    </LinkPart>
  );
}

function PasswordByLink({ link, token, onDone }: PartProps & { link: OpenedLink }) {
  const { kind, email, username } = link;
  const form = useForm(PasswordForm, { password: '' });
  const { isBusy, problem, send } = useSending(onDone, (error) =>
    form.showErrors(errorFields(error)),
  );
  const handleSubmit = () => {
    const entered = form.submit();
    if (entered) send(() => call(linkRoutes.setPasswordByLink, { body: { token, ...entered } }));
  };
  return (
    <LinkPart title={TITLES[kind]} problem={problem}>
      <p>
        {kind === 'undo'
          ? `${email} becomes the address of the account again, and the password is replaced.`
          : `${username}, choose a password for ${email}.`}
      </p>
      <Form aria-label={TITLES[kind]} errors={form.errors} onSubmit={handleSubmit}>
        {/* Password managers file the new password under this name. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField {...form.field('password')} label="New Password" />
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Set password
        </SubmitButton>
      </Form>
    </LinkPart>
  );
}
