import { UserChange, type User } from '@sunloop/shared-types';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useOpenForm } from '../../ui/open-forms.ts';
import { showToast } from '../../ui/show-toast.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { UserChangeInput } from './user-acts.ts';
import { useAct } from './use-act.ts';
import { UserFields } from './user-fields.tsx';

const valuesOf = ({ username, email, phone, address }: User) => ({
  username,
  email,
  phone: phone ?? '',
  address: address ?? '',
});

type Props = {
  user: User;
  onChange: (change: UserChangeInput) => Promise<unknown>;
  onClose: () => void;
};

/** Changes the data of an account; only what differs is sent, so that nothing else is written over. */
export function EditUserDialog({ user, onChange, onClose }: Props) {
  return (
    <Modal title={`Edit ${user.username}`} isOpen isDismissable={false} onClose={onClose}>
      <EditForm user={user} onChange={onChange} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ user, onChange, onClose }: Props) {
  const form = useForm(UserChange, valuesOf(user));
  const { isBusy, run } = useAct({ failed: 'Update Failed', onFields: form.showErrors });
  useOpenForm(form.isDirty);
  const handleSubmit = async () => {
    const entered = form.submit();
    if (!entered) return;
    const change = differing(entered, user);
    if (Object.keys(change).length === 0) return onClose();
    if (!(await run(() => onChange(change)))) return;
    const description = `The account of ${entered.username ?? user.username} has been saved.`;
    void showToast({ title: 'User updated', description });
    onClose();
  };
  return (
    <Form aria-label="Edit user" errors={form.errors} onSubmit={() => void handleSubmit()}>
      <TextField {...form.field('username')} label="Username" autoComplete="off" />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <UserFields field={form.field} />
      <div className="form-actions">
        <Button variant="quiet" onPress={onClose}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}

function differing(entered: UserChange, user: User): UserChangeInput {
  const pairs = Object.entries(entered).filter(
    ([name, value]) => value !== user[name as keyof UserChange],
  );
  return Object.fromEntries(pairs);
}
