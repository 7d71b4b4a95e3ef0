import { useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Modal } from './modal.tsx';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import '../forms/form.css';

type Frame = {
  title: string;
  onClose: () => void;
  role: 'alertdialog';
  isDismissable: false;
  children: ReactNode;
};

type Props = {
  title: string;
  /** What would happen, in one or more sentences. */
  children: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  cancelLabel?: string;
  variant?: 'primary' | 'danger';
  /** False while the consequences are still being determined. */
  isReady?: boolean;
  /** The dialog stays open if this fails. */
  onConfirm: () => Promise<SaveOutcome>;
  onClose: () => void;
  /** Called when it was done, if something follows. */
  onDone?: () => void;
  /** The dialog it stands in; the desk has its own. */
  frame?: ComponentType<Frame>;
};

/** Asks before something is done that is hard to undo. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  variant = 'primary',
  isReady = true,
  onConfirm,
  onClose,
  onDone = onClose,
  frame: In = Modal,
}: Props) {
  const [isBusy, setBusy] = useState(false);
  const handleConfirm = async () => {
    setBusy(true);
    const outcome = await onConfirm().finally(() => setBusy(false));
    if (outcome.isSaved) onDone();
  };
  return (
    <In title={title} onClose={onClose} role="alertdialog" isDismissable={false}>
      <div className="stack">{children}</div>
      <div className="form-actions">
        <Button variant="quiet" onPress={onClose}>
          {cancelLabel}
        </Button>
        <Button
          variant={variant}
          isDisabled={isBusy || !isReady}
          onPress={() => void handleConfirm()}
        >
          {isBusy ? busyLabel : confirmLabel}
        </Button>
      </div>
    </In>
  );
}
