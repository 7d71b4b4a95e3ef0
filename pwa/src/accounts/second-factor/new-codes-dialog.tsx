import {
  type CodesSecret,
  SecondFactorCode,
} from '@sunloop/shared-types/accounts/second-factor.ts';
import type { ComponentType } from 'react';
import { DeskDialog } from '../../ui/desk/dialog.tsx';
import { SaveActions } from '../../ui/desk/save-form.tsx';
import { useSaveForm } from '../../ui/desk/use-save-form.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { TextField } from '../../ui/forms/text-field.tsx';

type Props = {
  shown: CodesSecret;
  Qr: ComponentType<{ link: string }>;
  onConfirm: (code: string) => Promise<SaveOutcome>;
  onClose: () => void;
};

const SUBMIT = { label: 'Turn codes on', busyLabel: 'Saving...' };

/** What follows replaces the dialog. */
export const stayOpen = () => {};

/** Shows the secret for the app, and asks for the first code, without which nothing is turned on. */
export function NewCodesDialog({ shown, Qr, onConfirm, onClose }: Props) {
  const form = useSaveForm({
    schema: SecondFactorCode,
    initial: { code: '' },
    save: ({ code }) => onConfirm(code),
    onSaved: stayOpen,
  });
  // In groups of four, as it is typed.
  const grouped = shown.secret.replaceAll(/.{4}(?=.)/g, '$& ');
  return (
    <DeskDialog title="Set up codes" isDismissable={false} onClose={onClose}>
      <Form aria-label="Set up codes" errors={form.errors} onSubmit={form.onSubmit}>
        <p>Scan this with your app for codes, or type the secret into it.</p>
        <Qr link={shown.address} />
        <p>
          Secret: <output aria-label="Secret">{grouped}</output>
        </p>
        <TextField
          {...form.field('code')}
          label="The six digits it shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <SaveActions isBusy={form.isBusy} submit={SUBMIT} onCancel={onClose} />
      </Form>
    </DeskDialog>
  );
}
