import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../button.tsx';
import '../layers/modal.css';
import './dialog.css';

type Props = {
  title: string;
  onClose: () => void;
  /** False for forms: a slip of the finger beside the sheet must not close them. */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** `side`: a drawer at the end of the screen. */
  width?: 'normal' | 'side';
  children: ReactNode;
};

/** A dialog of the desk, open for as long as it stands; it looks as the customer's `Modal`. */
export function DeskDialog({ title, onClose, isDismissable = true, ...props }: Props) {
  const { role = 'dialog', width, children } = props;
  const dialog = useRef<HTMLElement>(null);
  // Before a field in it takes the focus. After a press by keys React Aria waits a frame, and an Escape in it would be lost.
  useLayoutEffect(() => {
    if (!dialog.current?.contains(document.activeElement))
      dialog.current?.focus({ preventScroll: true });
  }, []);
  return (
    <ModalOverlay
      className="modal-overlay desk-overlay"
      isOpen
      isDismissable={isDismissable}
      onOpenChange={onClose}
    >
      <Modal className="modal" data-width={width}>
        <Dialog className="modal-dialog" role={role} ref={dialog}>
          <div className="modal-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon="close" aria-label="Close" onPress={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
