import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

type Props = {
  title: string;
  /** What the button that does it says, and while it does. */
  confirm: string;
  busy: string;
  isBusy: boolean;
  isDanger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something is done that others feel. */
export function QuestionDialog({ title, isBusy, onConfirm, onClose, children, ...props }: Props) {
  return (
    <Modal title={title} isOpen role="alertdialog" onClose={onClose}>
      <div className="stack">{children}</div>
      <div className="form-actions">
        <Button variant="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button
          variant={props.isDanger ? 'danger' : 'primary'}
          isDisabled={isBusy}
          onPress={onConfirm}
        >
          {isBusy ? props.busy : props.confirm}
        </Button>
      </div>
    </Modal>
  );
}
