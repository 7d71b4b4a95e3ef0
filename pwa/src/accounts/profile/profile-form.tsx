import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useMemo, useState } from 'react';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { draftStore } from '@sunloop/engine/data/drafts.ts';
import { changedMeanwhile, needsPassword, saveProfile } from '@sunloop/engine/account.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { type DraftStore, useStoredDraft } from '../../ui/forms/use-draft.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import {
  changeOf,
  conflictsOf,
  fromDraft,
  type ProfileEdit,
  type ProfileField,
  profileOf,
  withSaved,
  withSettled,
  withStored,
} from './profile-edit.ts';
import { useChange } from './use-change.ts';
import { useProfileEdit } from './use-profile-edit.ts';
import { FieldConflict } from './field-conflict.tsx';
import { useUserDb } from '../../stored/user-db.ts';

const DONE = { title: 'Profile updated', description: 'Your changes have been saved.' };
const NOTHING = { title: 'Nothing to save', description: 'Your profile has not changed.' };
const CHANGED = 'Changed elsewhere meanwhile: choose which one to keep.';

type Props = { user: User };

/** The pressed button disappears, so the focus goes to the field. */
const focusOn = (name: ProfileField) => document.getElementsByName(name)[0]?.focus();

/** The person's own data; unsaved changes are restored the next time. */
export function ProfileFields({ user }: Props) {
  const db = useUserDb();
  const store = useMemo(() => draftStore(db, 'profile'), [db]);
  const draft = useStoredDraft(store);
  if (draft === undefined) return null;
  const first = fromDraft(draft ?? {}, profileOf(user));
  return <Fields user={user} store={store} first={first} />;
}

function Fields({ user, store, first }: Props & { store: DraftStore; first: ProfileEdit }) {
  const db = useUserDb();
  const { form, edit, isDirty, latest, put } = useProfileEdit(user, store, first);
  const askAbout = (fields: readonly string[]) =>
    form.showErrors(Object.fromEntries(fields.map((field) => [field, CHANGED])));
  // Never a draft: what is typed here stays in this page's memory.
  const [password, setPassword] = useState<string>();
  const { isBusy, run } = useChange({
    failed: 'Update failed',
    done: DONE,
    isQuestion: (error) => needsPassword(error) && password === undefined,
    onError: (error) => {
      if (needsPassword(error)) setPassword((typed) => typed ?? '');
      const stored = changedMeanwhile(error);
      if (!stored) return form.showErrors(errorFields(error));
      put(withStored(latest.current, { ...latest.current.stored, ...stored }));
      askAbout(Object.keys(stored));
    },
  });
  const conflicts = conflictsOf(edit);
  const discard = () => {
    put(withSaved(edit, { sent: edit.values, stored: edit.stored }));
    form.showErrors({});
    setPassword(undefined);
    focusOn('username');
  };
  const settle = (name: ProfileField, value: string) => {
    const { [name]: _, ...others } = form.errors;
    put(withSettled(edit, name, value));
    form.showErrors(others);
    focusOn(name);
  };
  const handleSubmit = async () => {
    const parsed = form.submit();
    if (!parsed) return;
    if (conflicts.length > 0) return askAbout(conflicts);
    const change = changeOf(parsed, edit);
    const finish = (stored: ProfileEdit['stored']) => {
      put(withSaved(latest.current, { sent: edit.values, stored }));
      setPassword(undefined);
    };
    const proof = password === undefined ? {} : { currentPassword: password };
    if (change) {
      await run(async () => finish(profileOf(await saveProfile(db, { ...change, ...proof }))));
    } else {
      discard();
      showToast(NOTHING);
    }
  };
  const conflictAt = (name: ProfileField) =>
    conflicts.includes(name) && (
      <FieldConflict
        stored={edit.stored[name]}
        typed={edit.values[name]}
        onChoose={(value) => settle(name, value)}
      />
    );
  return (
    <Form aria-label="Profile" errors={form.errors} onSubmit={() => void handleSubmit()}>
      <TextField {...form.field('username')} label="Username" autoComplete="nickname" />
      {conflictAt('username')}
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
      {conflictAt('email')}
      {password !== undefined && (
        <CurrentPasswordField
          name="currentPassword"
          value={password}
          error={form.errors['currentPassword']}
          onChange={setPassword}
        />
      )}
      <TextField {...form.field('phone')} label="Phone (Optional)" type="tel" autoComplete="tel" />
      {conflictAt('phone')}
      <TextField
        {...form.field('address')}
        label="Address (Optional)"
        autoComplete="street-address"
      />
      {conflictAt('address')}
      <div className="form-actions">
        {isDirty && (
          <Button variant="quiet" isDisabled={isBusy} onPress={discard}>
            Discard changes
          </Button>
        )}
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Save Changes
        </SubmitButton>
      </div>
    </Form>
  );
}
