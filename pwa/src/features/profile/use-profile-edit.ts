import type { User } from '@sunloop/shared-types';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type DraftStore, useKeptDraft } from '../../ui/forms/use-draft.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import {
  isSame,
  type ProfileEdit,
  profileForm,
  profileOf,
  toDraft,
  typedFields,
  withStored,
} from './profile-edit.ts';

/**
 * The form of an account that may change elsewhere meanwhile: untouched fields follow what is stored, the others are
 * kept as a draft with their previous values.
 */
export function useProfileEdit(user: User, store: DraftStore, first: ProfileEdit) {
  const form = useForm(profileForm(user.username), first.values, true);
  const [{ seen, stored }, setBase] = useState(first);
  const { values } = form;
  const edit = useMemo(() => ({ values, seen, stored }), [values, seen, stored]);
  const put = (next: ProfileEdit) => {
    form.setValues(next.values);
    setBase(next);
  };

  const now = profileOf(user);
  const [known, setKnown] = useState(now);
  if (!isSame(known, now)) {
    setKnown(now);
    put(withStored(edit, now));
  }
  // The state that a late answer is merged into.
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  }, [edit]);

  const draft = useMemo(() => toDraft(edit), [edit]);
  const isDirty = typedFields(edit).length > 0;
  useKeptDraft(store, { values: draft, isDirty });
  return { form, edit, isDirty, latest, put };
}
