import { useEffect } from 'react';

/** Text on this page that is not saved. */
export interface OpenForm {
  /** Writes all of it to a draft and tells whether that worked; absent where a reload loses the text. */
  keep: (() => Promise<boolean>) | undefined;
}

/** Those of this page. */
export const openForms = new Set<OpenForm>();
/** Listeners that hold updates back for open forms are told of every change. */
export const formWatch = { tell: () => {} };

/** Whether reloading this page would take something away. */
export function hasUnkeptForm(): boolean {
  return [...openForms].some(({ keep }) => !keep);
}

/** Counts the calling form as open while `isDirty`; `keep` of one that keeps a draft. */
export function useOpenForm(isDirty: boolean, keep?: OpenForm['keep']): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const form = { keep };
    openForms.add(form);
    formWatch.tell();
    return () => {
      openForms.delete(form);
      formWatch.tell();
    };
  }, [isDirty, keep]);
}
