import { useCallback, useRef, useState } from 'react';

/** Which item of a list is being edited in place; asks before half-typed work is left. */
export type OneEdit = {
  editing: string | null;
  /** The item the person wants to edit while another has unsaved changes. */
  asked: string | null;
  start: (id: string) => void;
  stop: () => void;
  discard: () => void;
  keep: () => void;
  /** Called by the form being edited. */
  setDirty: (isDirty: boolean) => void;
};

/** SPEC §2: only one is edited at a time. */
export function useOneEdit(): OneEdit {
  const [editing, setEditing] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const isDirty = useRef(false);
  const move = (id: string | null) => {
    isDirty.current = false;
    setAsked(null);
    setEditing(id);
  };
  return {
    editing,
    asked,
    start: (id) => (editing !== null && isDirty.current ? setAsked(id) : move(id)),
    stop: () => move(null),
    discard: () => move(asked),
    keep: () => setAsked(null),
    setDirty: useCallback((now: boolean) => {
      isDirty.current = now;
    }, []),
  };
}
