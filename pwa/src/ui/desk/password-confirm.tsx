import type { ReactNode } from 'react';
import * as v from 'valibot';
import { Button } from '../button.tsx';
import { Form } from '../forms/form.tsx';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import { DeskDialog } from './dialog.tsx';
import { useSaveForm } from './use-save-form.ts';
import { YourPasswordField } from './your-password-field.tsx';

type Props = {
  title: string;
  /** What would happen, in one or more sentences. */
  children: ReactNode;
  confirmLabel: string;
  variant?: 'primary' | 'danger';
  onConfirm: (currentPassword: string) => Promise<SaveOutcome>;
  onClose: () => void;
  /** Called when it was done, if something follows. */
  onDone?: () => void;
};

const Entered = v.object({ currentPassword: v.string() });

/** Asks before something is done on the desk for which the server may want the admin's password. */
export function PasswordConfirm({ onConfirm, onClose, onDone = onClose, ...words }: Props) {
  const form = useSaveForm({
    schema: Entered,
    initial: { currentPassword: '' },
    save: ({ currentPassword }) => onConfirm(currentPassword),
    onSaved: onDone,
  });
  return (
    <DeskDialog title={words.title} onClose={onClose} role="alertdialog" isDismissable={false}>
      <Form aria-label={words.title} errors={form.errors} onSubmit={form.onSubmit}>
        {words.children}
        {form.asksPassword && <YourPasswordField {...form.field('currentPassword')} />}
        <div className="form-actions">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <SubmitButton
            isBusy={form.isBusy}
            busyLabel="Saving..."
            variant={words.variant ?? 'primary'}
          >
            {words.confirmLabel}
          </SubmitButton>
        </div>
      </Form>
    </DeskDialog>
  );
}
