import { ConfirmDialog } from './confirm-dialog.tsx';
import type { OneEdit } from './use-one-edit.ts';

type Props = { edit: OneEdit; nameOf: (id: string) => string };

/** Asks what shall become of half-typed changes when another one of the list is to be edited. */
export function DiscardDialog({ edit, nameOf }: Props) {
  const { editing, asked, discard, keep } = edit;
  if (editing === null || asked === null) return null;
  const handleConfirm = async () => {
    discard();
    return { isSaved: true } as const;
  };
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard"
      busyLabel="Discard"
      cancelLabel="Keep editing"
      variant="danger"
      onConfirm={handleConfirm}
      onClose={keep}
    >
      <p>
        What you changed in {nameOf(editing)} is not saved yet. Only one can be edited at a time.
      </p>
    </ConfirmDialog>
  );
}
