import { NewUser } from '@sunloop/shared-types/ground/admin.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { ActiveField } from '../../../ui/desk/active-field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { SaveActions } from '../../../ui/desk/save-form.tsx';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';
import type { UserActs } from './user-acts.ts';
import { UserFields } from './user-fields.tsx';

/** The server makes a message with a link by which the person sets a password. */
const InvitedForm = v.pipe(
  v.omit(NewUser, ['password']),
  v.transform((user) => ({ ...user, invite: true })),
);

/** The repeated password stays on the device (SPEC §5). */
const PasswordForm = v.pipe(
  v.object({ ...NewUser.entries, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      "Passwords don't match",
    ),
    ['confirmPassword'],
  ),
  v.transform((form) => {
    const { confirmPassword: _, ...user } = form;
    return user;
  }),
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
const SUBMIT = { label: 'Create User', busyLabel: 'Creating...' };

const WAYS = [
  { id: 'password', label: 'A password I set' },
  { id: 'invitation', label: 'An invitation by mail' },
];

type Props = {
  /** Whether an invitation can be sent instead of setting a password. */
  hasMail: boolean;
  onAdd: UserActs['add'];
  /** Called once the user exists. */
  onAdded: () => void;
  onCancel: () => void;
};

/** Creates an account with any role (SPEC §2); what was typed stays until that worked. */
export function AddUserForm({ hasMail, onAdd, onAdded, onCancel }: Props) {
  const [way, setWay] = useState('password');
  const isInvited = hasMail && way === 'invitation';
  const schema = isInvited ? InvitedForm : PasswordForm;
  const form = useSaveForm({ schema, initial: EMPTY, save: onAdd, onSaved: onAdded });
  const put = (change: Partial<typeof EMPTY>) => form.replace({ ...form.values, ...change });
  return (
    <Form aria-label="Add User" errors={form.errors} onSubmit={form.onSubmit}>
      <div className="user-form">
        <TextField {...form.field('username')} label="Username" autoComplete="off" />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
        {hasMail && <DeskSelect label="Sign-in" options={WAYS} value={way} onChange={setWay} />}
        {!isInvited && (
          <>
            <PasswordField
              {...form.field('password')}
              label="Password"
              autoComplete="new-password"
            />
            <PasswordField
              {...form.field('confirmPassword')}
              label="Confirm Password"
              autoComplete="new-password"
            />
          </>
        )}
        <DeskSelect
          label="Role"
          options={ROLES}
          value={form.values.role}
          onChange={(role) => put({ role })}
        />
        <ActiveField value={form.values.isActive} onChange={(isActive) => put({ isActive })} />
        <UserFields field={form.field} />
      </div>
      <SaveActions isBusy={form.isBusy} submit={SUBMIT} onCancel={onCancel} />
    </Form>
  );
}
