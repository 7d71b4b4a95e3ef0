import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  /** What would be lost. */
  children: ReactNode;
  onDiscard: () => void;
  onKeep: () => void;
};

/** Asks what shall become of half-typed work before it goes. */
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
