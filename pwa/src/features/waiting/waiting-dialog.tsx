import type { ReactNode } from 'react';
import { Modal } from '../../ui/layers/modal.tsx';

type Props = { onClose: () => void; children: ReactNode };

/** Everything that has not reached the server, with its history, and what did lately. */
export function WaitingDialog({ onClose, children }: Props) {
  return (
    <Modal
      title="Sent and waiting"
      description="What waits is saved on this device and sent by itself as soon as there is a connection."
      onClose={onClose}
      height="most"
    >
      {children}
    </Modal>
  );
}
