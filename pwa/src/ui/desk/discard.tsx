import type { ReactNode } from 'react';
import { DeskConfirm } from './confirm.tsx';

type Props = {
  /** What would be lost. */
  children: ReactNode;
  onDiscard: () => void;
  onKeep: () => void;
};

/** Asks what should happen to half-typed work before it is lost. */
export function DeskDiscard({ children, onDiscard, onKeep }: Props) {
  return (
    <DeskConfirm
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
    </DeskConfirm>
  );
}
