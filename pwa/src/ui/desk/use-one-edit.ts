import { useCallback, useRef, useState } from 'react';

/** Which item of a list is being edited in place; asks before half-typed work is left. */
export type OneEdit<Item> = {
  /** As it was when its form opened: what others change meanwhile is not a change of the person who edits. */
  editing: Item | null;
  /** The item the person wants to edit while another has unsaved changes. */
  asked: Item | null;
  start: (item: Item) => void;
  stop: () => void;
  discard: () => void;
  keep: () => void;
  /** Called by the form being edited. */
  setDirty: (isDirty: boolean) => void;
};

/** SPEC §2: only one is edited at a time. */
export function useOneEdit<Item>(): OneEdit<Item> {
  const [editing, setEditing] = useState<Item | null>(null);
  const [asked, setAsked] = useState<Item | null>(null);
  const isDirty = useRef(false);
  const move = (item: Item | null) => {
    isDirty.current = false;
    setAsked(null);
    setEditing(item);
  };
  return {
    editing,
    asked,
    start: (item) => (editing !== null && isDirty.current ? setAsked(item) : move(item)),
    stop: () => move(null),
    discard: () => move(asked),
    keep: () => setAsked(null),
    setDirty: useCallback((now: boolean) => {
      isDirty.current = now;
    }, []),
  };
}
