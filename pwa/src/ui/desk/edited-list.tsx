import { type ReactNode, useState } from 'react';
import { IconButton } from '../button.tsx';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import { DeskDiscard } from './discard.tsx';
import { type OneEdit, useOneEdit } from './use-one-edit.ts';

/** What can be done with such a list; each returns its result. */
export type EditedListActs<Item, Input> = {
  onCreate: (item: Input) => Promise<SaveOutcome>;
  onChange: (item: Item, change: Partial<Input>) => Promise<SaveOutcome>;
  onDelete: (item: Item) => Promise<SaveOutcome>;
};

type Props<Item> = {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** The list; its rows learn which one is edited, and how to ask for a deletion. */
  children: (edit: OneEdit, onDelete: (item: Item) => void) => ReactNode;
  /** Asks before one is deleted. */
  renderQuestion: (item: Item, onClose: () => void) => ReactNode;
};

/** A list an admin maintains: one item at a time is edited in place, or deleted after a confirmation. */
export function EditedList<Item extends { id: string }>({
  items,
  nameOf,
  empty,
  children,
  renderQuestion,
}: Props<Item>) {
  const edit = useOneEdit();
  const [leaving, setLeaving] = useState<Item | null>(null);
  if (items.length === 0) return empty;
  const edited = items.find(({ id }) => id === edit.editing);
  return (
    <>
      {children(edit, setLeaving)}
      {edited && edit.asked !== null && (
        <DeskDiscard onDiscard={edit.discard} onKeep={edit.keep}>
          What you changed in {nameOf(edited)} is not saved yet. Only one can be edited at a time.
        </DeskDiscard>
      )}
      {leaving && renderQuestion(leaving, () => setLeaving(null))}
    </>
  );
}

type ButtonProps = { name: string; onEdit: () => void; onDelete: () => void };

/**
 * Delete and edit, at the end of a row. Edit comes last, so that it is under the pointer after Save instead of a
 * deletion, and gets the focus back after an edit.
 */
export function EditButtons({ name, onEdit, onDelete }: ButtonProps) {
  return (
    <>
      <IconButton icon="trash" aria-label={`Delete ${name}`} onPress={onDelete} />
      <IconButton icon="edit" data-edit aria-label={`Edit ${name}`} onPress={onEdit} />
    </>
  );
}
