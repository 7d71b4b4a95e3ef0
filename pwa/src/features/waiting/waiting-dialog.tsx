import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { readStatus } from '../../sync/status.ts';
import { Modal } from '../../ui/layers/modal.tsx';

type Props = { db: UserDb; onClose: () => void; children: ReactNode };

/** 'Waiting to send': everything that has not reached the server, with its history. */
export function WaitingDialog({ db, onClose, children }: Props) {
  const waiting = useLiveQuery(async () => (await readStatus(db)).waiting, [db]);
  return (
    <Modal
      title={waiting ? `Waiting to send (${waiting})` : 'Waiting to send'}
      description="Saved on this device. It is sent by itself as soon as there is a connection."
      onClose={onClose}
      height="most"
    >
      {children}
    </Modal>
  );
}
