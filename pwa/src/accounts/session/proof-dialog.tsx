import {
  adminSecondFactorRoutes,
  type Proof,
} from '@sunloop/shared-types/accounts/second-factor.ts';
import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { call } from '@sunloop/engine/api/client.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { isProblem } from '@sunloop/engine/api/problems.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DeskDialog } from '../../ui/desk/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { hasPasskeys } from '../../ui/passkeys.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';
import { SsoButton } from './sso-button.tsx';

type Props = {
  user: Pick<CurrentUser, 'id' | 'email' | 'sso'>;
  /** Whether the person proved who they are. */
  onClose: (isProved: boolean) => void;
};

const Entered = v.object({
  currentPassword: v.pipe(v.string(), v.minLength(1, 'Password is required')),
});

/** Asks who is at the device before an act that gives access to accounts. */
export function ProofDialog({ user, onClose }: Props) {
  const form = useForm(Entered, { currentPassword: '' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const prove = async (find: () => Promise<Proof | undefined>) => {
    setBusy(true);
    setProblem('');
    try {
      const body = await find();
      if (!body) return;
      await call(adminSecondFactorRoutes.proveIdentity, { body, expectedUser: user.id });
      onClose(true);
    } catch (error) {
      if (!isProblem(error)) console.error('It could not be proved who this is:', error);
      const fields = errorFields(error);
      form.showErrors(fields);
      const isTold = form.values.currentPassword !== '' && fields['currentPassword'] !== undefined;
      if (!isTold) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = () => {
    const entered = form.submit();
    if (entered) void prove(() => Promise.resolve(entered));
  };
  const byPasskey = async () => {
    const { askPasskey } = await loadPart(() => import('./passkey-sign-in.ts'));
    const given = await askPasskey({});
    return given && { credential: given.credential };
  };
  return (
    <DeskDialog title="Is it you?" isDismissable={false} onClose={() => onClose(false)}>
      <Form aria-label="Is it you?" errors={form.errors} onSubmit={handleSubmit}>
        <p>
          This changes who can get into accounts. Please say again who you are; for the next ten
          minutes you are not asked.
        </p>
        {problem !== '' && (
          <Banner tone="bad" icon="alert">
            {problem}
          </Banner>
        )}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          {...form.field('currentPassword')}
          label="Your password"
          autoComplete="current-password"
        />
        <div className="form-actions">
          <Button variant="quiet" onPress={() => onClose(false)}>
            Cancel
          </Button>
          {hasPasskeys() && (
            <Button variant="quiet" isDisabled={isBusy} onPress={() => void prove(byPasskey)}>
              Use a passkey
            </Button>
          )}
          <SubmitButton isBusy={isBusy} busyLabel="Checking...">
            Continue
          </SubmitButton>
        </div>
      </Form>
      <SsoButton name={user.sso} to={window.location.pathname + window.location.search} isAgain />
    </DeskDialog>
  );
}
