import {
  adminSecondFactorRoutes,
  SecondFactorCode,
} from '@sunloop/shared-types/accounts/second-factor.ts';
import { useEffect, useRef } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { enter } from './enter.ts';
import { PasskeyPart } from './passkey-part.tsx';
import { SIGN_IN_TEXTS } from './sign-in-form.tsx';
import { type OnIn, useEntry } from './use-entry.ts';

type Props = {
  /** By what the sign-in goes on: `code`, `passkey`, or both. */
  ways: Readonly<Record<string, string>>;
  onIn: OnIn;
  onBack: () => void;
};

/** After an admin's right password: the second factor. Only admins load it. */
export function SecondStep({ ways, onIn, onBack }: Props) {
  const form = useForm(SecondFactorCode, { code: '' });
  const { isBusy, run } = useEntry({ texts: SIGN_IN_TEXTS, onIn, onErrors: form.showErrors });
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const handleSubmit = () => {
    const body = form.submit();
    const send = () => call(adminSecondFactorRoutes.logInByCode, { body: body ?? { code: '' } });
    if (body) void run(() => enter(send, { fallback: SIGN_IN_TEXTS.failed }));
  };
  return (
    <div className="stack" ref={part}>
      <p>The password is right. Now confirm that it is you.</p>
      {ways['code'] && (
        <Form aria-label="Second factor" errors={form.errors} onSubmit={handleSubmit}>
          <TextField
            {...form.field('code')}
            label="Code of your app, or a recovery code"
            autoComplete="one-time-code"
          />
          <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
            Confirm
          </SubmitButton>
        </Form>
      )}
      {ways['passkey'] && <PasskeyPart onIn={onIn} />}
      <Button variant="bare" onPress={onBack}>
        Back to email and password
      </Button>
      <p className="muted">
        Lost both? Another admin can reset your second factor on your page in the desk.
      </p>
    </div>
  );
}
