import { useEffect } from 'react';

let openForms = 0;

/** Whether a half-typed form stands on this page, so that reloading it would take something away. */
export function hasOpenForm(): boolean {
  return openForms > 0;
}

/** Counts the calling form as open while `isDirty`. */
export function useOpenForm(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    openForms += 1;
    return () => {
      openForms -= 1;
    };
  }, [isDirty]);
}
