import type { User } from '@sunloop/shared-types/ground/user.ts';
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
  // What a late answer and a change of the account are merged into, whichever of the two comes first.
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  }, [edit]);
  const put = (next: ProfileEdit) => {
    latest.current = next;
    form.setValues(next.values);
    setBase(next);
  };

  const now = profileOf(user);
  const known = useRef(now);
  useEffect(() => {
    if (isSame(known.current, now)) return;
    known.current = now;
    put(withStored(latest.current, now));
  });

  const draft = useMemo(() => toDraft(edit), [edit]);
  const isDirty = typedFields(edit).length > 0;
  useKeptDraft(store, { values: draft, isDirty });
  return { form, edit, isDirty, latest, put };
}
