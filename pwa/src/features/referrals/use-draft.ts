import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, saveDraft } from '../../data/drafts.ts';
import type { UserDb } from '../../data/user-db.ts';

/** Name of the add form's draft. */
export const ADD_FORM = 'add-referral';

/** Typing pauses this long before the device writes. */
const SAVE_AFTER_MS = 250;

/** What a form held when it was left; undefined while the device is still being read. */
export function useStoredDraft(db: UserDb, form: string) {
  const [draft, setDraft] = useState<Record<string, string> | null>();
  useEffect(() => {
    let isGone = false;
    readDraft(db, form).then(
      (row) => !isGone && setDraft(row?.values ?? null),
      (error: unknown) => {
        // A form that opens empty is better than none.
        console.error('The draft could not be read:', error);
        if (!isGone) setDraft(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [db, form]);
  return draft;
}

/**
 * Keeps what was typed as a draft, also when the page goes away in the middle of it. The returned
 * function forgets what is not written yet; call it before the draft itself is dropped.
 */
export function useKeptDraft(
  db: UserDb,
  form: string,
  { values, isDirty }: { values: Record<string, string>; isDirty: boolean },
): () => void {
  const unwritten = useRef<Record<string, string> | null>(null);
  const write = useCallback(() => {
    const typed = unwritten.current;
    unwritten.current = null;
    if (!typed) return;
    saveDraft(db, form, typed).catch((error: unknown) =>
      console.error('The draft could not be kept:', error),
    );
  }, [db, form]);

  useEffect(() => {
    if (!isDirty) return undefined;
    unwritten.current = values;
    const timer = setTimeout(write, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isDirty, write]);
  useEffect(() => {
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      write();
    };
  }, [write]);
  return useCallback(() => {
    unwritten.current = null;
  }, []);
}
