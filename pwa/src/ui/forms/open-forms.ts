import { useEffect } from 'react';

/** Text on this page that is not saved. */
export interface OpenForm {
  /** Writes all of it to a draft and returns whether that worked; absent if a reload loses the text. */
  keep: (() => Promise<boolean>) | undefined;
}

/** The open forms of this page. */
export const openForms = new Set<OpenForm>();
/** Notifies what holds updates back for open forms of every change. */
export const formWatch = { tell: () => {} };

/** Whether reloading this page would lose something. */
export function hasUnkeptForm(): boolean {
  return [...openForms].some(({ keep }) => !keep);
}

/** Counts the calling form as open while `isDirty`; with `keep` if it keeps a draft. */
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
