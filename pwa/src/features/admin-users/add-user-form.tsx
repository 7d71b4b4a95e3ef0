import { NewUser } from '@sunloop/shared-types';
import * as v from 'valibot';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { useOpenForm } from '../../ui/open-forms.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { NewUserInput } from './user-acts.ts';
import { useAct } from './use-act.ts';
import { UserFields } from './user-fields.tsx';

/** The repeated password stays on the device (SPEC §5). */
const NewUserForm = v.pipe(
  v.object({ ...NewUser.entries, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      "Passwords don't match",
    ),
    ['confirmPassword'],
  ),
);

const EMPTY = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  role: 'customer',
  isActive: 'true',
  phone: '',
  address: '',
};
const ROLES = [
  { id: 'customer', label: 'Customer' },
  { id: 'admin', label: 'Admin' },
];
const STATES = [
  { id: 'true', label: 'Active' },
  { id: 'false', label: 'Inactive' },
];

type Props = {
  onAdd: (user: NewUserInput) => Promise<unknown>;
  /** Once the user is there. */
  onAdded: () => void;
  onCancel: () => void;
};

/** Makes an account of any role (SPEC §2); what was typed stays until it worked. */
export function AddUserForm({ onAdd, onAdded, onCancel }: Props) {
  const form = useForm(NewUserForm, EMPTY);
  const { isBusy, run } = useAct({ failed: 'Creation Failed', onFields: form.showErrors });
  useOpenForm(form.isDirty);

  const handleSubmit = async () => {
    const entered = form.submit();
    if (!entered) return;
    const { confirmPassword: _, ...user } = entered;
    if (!(await run(() => onAdd(user)))) return;
    const description =
      user.isActive === 'true'
        ? `${user.username} can sign in now.`
        : `${user.username} can sign in once the account is made active.`;
    void showToast({ title: 'User created', description });
    onAdded();
  };
  const choose = (name: 'role' | 'isActive') => (id: string) =>
    form.replace({ ...form.values, [name]: id });
  return (
    <Form aria-label="Add User" errors={form.errors} onSubmit={() => void handleSubmit()}>
      <div className="user-form">
        <TextField {...form.field('username')} label="Username" autoComplete="off" />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
        <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
        />
        <UserFields field={form.field} />
        <SelectField
          label="Role"
          options={ROLES}
          value={form.values.role}
          onChange={choose('role')}
        />
        <SelectField
          label="Status"
          options={STATES}
          value={form.values.isActive}
          onChange={choose('isActive')}
        />
      </div>
      <div className="form-actions">
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyLabel="Creating...">
          Create User
        </SubmitButton>
      </div>
    </Form>
  );
}
