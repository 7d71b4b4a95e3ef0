import { linkRoutes, type OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { NewPassword } from '@sunloop/shared-types/ground/user.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { call } from '@sunloop/engine/api/client.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { Form } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { KnownFactors } from './known-factors.tsx';
import { LinkPart } from './link-part.tsx';
import { useSending } from './use-sending.ts';

const PasswordForm = v.object({ password: NewPassword });

type Props = { link: OpenedLink; token: string; onDone: () => void };

const TITLES: Readonly<Record<OpenedLink['kind'], string>> = {
  confirm: '',
  reset: 'Set a new password',
  invitation: 'Welcome to Sunloop',
  undo: 'Get your account back',
};

/** Sets a password, and takes away what the person does not know of all that signs in. */
export function PasswordByLink({ link, token, onDone }: Props) {
  const { kind, email, username, factors = [] } = link;
  const form = useForm(PasswordForm, { password: '' });
  const [kept, setKept] = useState<readonly string[]>(() =>
    factors.flatMap(({ id, isDoubtful }) => (isDoubtful ? [] : [id])),
  );
  const { isBusy, problem, send } = useSending(onDone, (error) =>
    form.showErrors(errorFields(error)),
  );
  const handleSubmit = () => {
    const entered = form.submit();
    const body = entered && { ...entered, token, keep: [...kept] };
    if (body) send(() => call(linkRoutes.setPasswordByLink, { body }));
  };
  const title = TITLES[kind];
  return (
    <LinkPart title={title} problem={problem}>
      <p>
        {kind === 'undo'
          ? `${email} becomes the address of the account again, and the password is replaced.`
          : `${username}, choose a password for ${email}.`}
      </p>
      <Form aria-label={title} errors={form.errors} onSubmit={handleSubmit}>
        {/* Password managers file the new password under this name. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label="New Password"
          autoComplete="new-password"
        />
        <KnownFactors link={link} kept={kept} onKeep={setKept} />
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Set password
        </SubmitButton>
      </Form>
    </LinkPart>
  );
}
