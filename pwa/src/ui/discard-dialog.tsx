import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  /** What would be lost. */
  children: ReactNode;
  onDiscard: () => void;
  onKeep: () => void;
};

/** Asks what should happen to half-typed work before it is lost. */
export function DiscardDialog({ children, onDiscard, onKeep }: Props) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard"
      busyLabel="Discard"
      cancelLabel="Keep editing"
      variant="danger"
      onConfirm={async () => ({ isSaved: true })}
      onDone={onDiscard}
      onClose={onKeep}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
