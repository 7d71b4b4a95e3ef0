import { Erasure } from '@sunloop/shared-types/accounts/erasure.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { readReach } from '@sunloop/engine/data/sync-state.ts';
import { eraseAccount } from '@sunloop/engine/account.ts';
import { countUnsent } from '@sunloop/engine/data/find-unsent.ts';
import { exportWaiting } from '@sunloop/engine/waiting.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = { onClose: () => void };

/** Asks once more and for the password, and says what is deleted and what stays; the sign-in page confirms it. */
export function EraseDialog({ onClose }: Props) {
  const db = useUserDb();
  const form = useForm(Erasure, { currentPassword: '' });
  const reach = useStored(readReach) ?? 'ok';
  const { isBusy, run } = useChange({
    failed: 'Not deleted',
    onError: (error) => form.showErrors(errorFields(error)),
  });
  const handleSubmit = async () => {
    const entered = form.submit();
    if (entered) await run(() => eraseAccount(db, entered.currentPassword));
  };
  return (
    <Modal title="Delete your account?" onClose={onClose} role="alertdialog" isDismissable={false}>
      <Form aria-label="Delete account" errors={form.errors} onSubmit={() => void handleSubmit()}>
        <p>
          This cannot be undone. Your name, email, phone, address and picture are erased, and so are
          the names and addresses of the people you referred. All your devices forget them as soon
          as they have a connection.
        </p>
        <p className="muted">
          What remains, without names, is the number of referrals, their dates and statuses, and the
          rewards paid.
        </p>
        <UnsentWarning />
        {reach !== 'ok' && (
          <Banner tone="wait" icon="cloudOff">
            Deleting your account needs a connection.
          </Banner>
        )}
        <PasswordField
          {...form.field('currentPassword')}
          label="Current Password"
          autoComplete="current-password"
        />
        <div className="form-actions">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <SubmitButton
            isBusy={isBusy}
            busyLabel="Deleting..."
            variant="danger"
            isDisabled={reach !== 'ok'}
          >
            Delete my account
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

function UnsentWarning() {
  const db = useUserDb();
  const count = useStored(countUnsent) ?? 0;
  if (count === 0) return null;
  const save = async () => saveTextFile('sunloop-unsent-referrals.csv', await exportWaiting(db));
  return (
    <Banner
      tone="wait"
      icon="alert"
      action={
        <Button variant="quiet" size="sm" onPress={() => void save()}>
          Save as a file
        </Button>
      }
    >
      {count === 1 ? '1 item here has' : `${count.toLocaleString()} items here have`} not been sent
      and would be deleted, too.
    </Banner>
  );
}
