import type { ReactNode } from 'react';
import { Modal } from '../../ui/layers/modal.tsx';

type Props = { onClose: () => void; children: ReactNode };

/** Everything that has not reached the server, with its history, and what did lately. */
export function WaitingDialog({ onClose, children }: Props) {
  return (
    <Modal
      title="Sent and waiting"
      description="What’s waiting is saved on this device until our server has it."
      onClose={onClose}
      height="most"
    >
      {children}
    </Modal>
  );
}
