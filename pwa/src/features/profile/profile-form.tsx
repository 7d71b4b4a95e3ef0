import { ProfileChange, type User } from '@sunloop/shared-types';
import { useState } from 'react';
import * as v from 'valibot';
import type { UserDb } from '../../data/user-db.ts';
import { saveProfile } from '../../sync/profile.ts';
import { Form } from '../../ui/form.tsx';
import { useOpenForm } from '../../ui/open-forms.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useChange } from './use-change.ts';

/** All fields are optional (SPEC §5): an emptied name or email stays as it was. */
const ProfileForm = v.pipe(
  v.record(v.string(), v.string()),
  v.transform(({ username, email, ...rest }): v.InferInput<typeof ProfileChange> => ({
    ...rest,
    ...(username?.trim() && { username }),
    ...(email?.trim() && { email }),
  })),
  ProfileChange,
);

const DONE = { title: 'Profile updated', description: 'Your changes have been saved.' };

const valuesOf = ({ username, email, phone, address }: User) => ({
  username,
  email,
  phone: phone ?? '',
  address: address ?? '',
});
type Values = ReturnType<typeof valuesOf>;

/** The person's own data; begins anew with what was saved. */
export function ProfileFields({ db, user }: { db: UserDb; user: User }) {
  const [saved, setSaved] = useState({ values: valuesOf(user), times: 0 });
  const handleSaved = (values: Values) => setSaved({ values, times: saved.times + 1 });
  return <Fields key={saved.times} db={db} values={saved.values} onSaved={handleSaved} />;
}

type FieldsProps = { db: UserDb; values: Values; onSaved: (values: Values) => void };

function Fields({ db, values, onSaved }: FieldsProps) {
  const form = useForm(ProfileForm, values);
  const { isBusy, run } = useChange({
    failed: 'Update failed',
    done: DONE,
    onFields: form.showErrors,
  });
  useOpenForm(form.isDirty);
  const handleSubmit = async () => {
    const change = form.submit();
    if (!change) return;
    await run(async () => onSaved(valuesOf(await saveProfile(db, change))));
  };
  return (
    <Form aria-label="Profile" errors={form.errors} onSubmit={() => void handleSubmit()}>
      <TextField {...form.field('username')} label="Username" autoComplete="nickname" />
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
      <TextField {...form.field('phone')} label="Phone (Optional)" type="tel" autoComplete="tel" />
      <TextField
        {...form.field('address')}
        label="Address (Optional)"
        autoComplete="street-address"
      />
      <div className="form-actions">
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Save Changes
        </SubmitButton>
      </div>
    </Form>
  );
}
