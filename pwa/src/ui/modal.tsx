import type { ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './button.tsx';
import './modal.css';

type Props = {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** False for forms: a slip of the finger beside the sheet must not close them. */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** `most`: leaves a fifth of the viewport free, whatever there is to scroll. */
  height?: 'full' | 'most';
  children: ReactNode;
};

/** A dialog: a sheet from below on a phone, a card in the middle elsewhere. */
export function Modal({
  title,
  description,
  isOpen,
  onClose,
  isDismissable,
  role,
  height,
  children,
}: Props) {
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable ?? true}
    >
      <AriaModal className="modal" data-height={height}>
        <Dialog className="modal-dialog" role={role ?? 'dialog'}>
          <header className="modal-head">
            <div>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {description && <p className="muted">{description}</p>}
            </div>
            <IconButton icon="close" aria-label="Close" onPress={onClose} />
          </header>
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
