import { useCallback, useEffect, useRef, useState } from 'react';
import { onLeaving } from '@sunloop/engine/lib/last-words.ts';
import { useOpenForm } from './open-forms.ts';

/** The device writes after typing has paused this long. Milliseconds. */
const SAVE_AFTER_MS = 250;

type Values = Record<string, string>;

/** Where a form's draft is kept (data/drafts.ts). */
export interface DraftStore {
  read: () => Promise<Values | null>;
  save: (values: Values) => Promise<unknown>;
  drop: () => Promise<void>;
}

/** What a form held when it was left; undefined while the device is still being read. */
export function useStoredDraft({ read }: DraftStore) {
  const [draft, setDraft] = useState<Values | null>();
  useEffect(() => {
    let isGone = false;
    read().then(
      (values) => !isGone && setDraft(values),
      (error: unknown) => {
        // A form that opens empty is better than none.
        console.error('The draft could not be read:', error);
        if (!isGone) setDraft(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [read]);
  return draft;
}

/**
 * Keeps what was typed as a draft, even if the page is closed in the middle of it; a draft that cannot be written holds
 * updates back. The returned function forgets what was typed so far; call it before dropping the draft itself.
 */
export function useKeptDraft(
  { save }: DraftStore,
  { values, isDirty }: { values: Values; isDirty: boolean },
): () => void {
  const typed = useRef<Values | null>(null);
  const wasDirty = useRef(false);
  const [isKept, setKept] = useState(true);
  const keep = useCallback(async () => {
    if (!typed.current) return true;
    const isSaved = await save(typed.current).then(
      () => true,
      (error: unknown) => {
        console.error('The draft could not be kept:', error);
        return false;
      },
    );
    setKept(isSaved);
    return isSaved;
  }, [save]);
  useOpenForm(isDirty, isKept ? keep : undefined);

  useEffect(() => {
    // The draft must follow when the text is typed back to where it began.
    if (isDirty) wasDirty.current = true;
    if (!wasDirty.current) return undefined;
    typed.current = values;
    const timer = setTimeout(() => void keep(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isDirty, keep]);
  useEffect(() => {
    const leave = () => void keep();
    const stop = onLeaving(leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [keep]);
  return useCallback(() => {
    typed.current = null;
  }, []);
}
