import { UserChange } from '@sunloop/shared-types/ground/admin.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { Link } from '@tanstack/react-router';
import { Form } from '../../../ui/forms/form.tsx';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import { SaveActions } from '../../../ui/desk/save-form.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { NoticeText } from '../../../ui/layers/notices.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';
import type { UserChangeInput } from './user-acts.ts';
import { UserFields } from './user-fields.tsx';

const valuesOf = ({ username, email, phone, address }: User) => ({
  username,
  email,
  phone: phone ?? '',
  address: address ?? '',
});

type Props = {
  user: User;
  isOwn: boolean;
  onChange: (change: UserChangeInput, done: NoticeText) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Changes the data of an account; only differences are sent, so that nothing else is overwritten. */
export function EditUserDialog({ user, ...props }: Props) {
  return (
    <DeskDialog title={`Edit ${user.username}`} isDismissable={false} onClose={props.onClose}>
      <EditForm user={user} {...props} />
    </DeskDialog>
  );
}

function EditForm({ user, isOwn, onChange, onClose }: Props) {
  const save = (entered: UserChange, change: UserChangeInput) => {
    const description = `The account of ${entered.username ?? user.username} has been saved.`;
    const done = { title: 'User updated', description };
    return onChange(change, done);
  };
  const initial = valuesOf(user);
  const form = useSaveForm({ schema: UserChange, initial, item: user, save, onSaved: onClose });
  return (
    <Form aria-label="Edit user" errors={form.errors} onSubmit={form.onSubmit}>
      <TextField {...form.field('username')} label="Username" autoComplete="off" />
      {isOwn ? (
        <p className="muted">
          You change your own email in your <Link to="/profile">profile</Link>.
        </p>
      ) : (
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      )}
      <UserFields field={form.field} />
      <SaveActions isBusy={form.isBusy} onCancel={onClose} />
    </Form>
  );
}
