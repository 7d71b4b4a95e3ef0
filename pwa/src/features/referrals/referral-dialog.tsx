import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { EditRejectedDialog } from './edit-rejected-dialog.tsx';
import { ReferralDetails } from './referral-details.tsx';
import { useOwnReferral } from './use-own-referral.ts';

type Props = { db: UserDb; id: string | undefined; onClose: () => void };

/** A referral's details and its history (SPEC §2), wherever its row lives. */
export function ReferralDialog({ db, id, onClose }: Props) {
  const row = useOwnReferral(db, id);
  const [isEditing, setEditing] = useState(false);
  if (id === undefined || row === undefined) return null;
  if (row?.kind === 'rejected' && isEditing) {
    const stop = () => {
      setEditing(false);
      onClose();
    };
    return <EditRejectedDialog key={id} db={db} rejected={row.rejected} onClose={stop} />;
  }
  return (
    <Modal title={row?.name ?? 'Referral'} isOpen onClose={onClose}>
      {row ? (
        <ReferralDetails db={db} row={row} onEdit={() => setEditing(true)} onClose={onClose} />
      ) : (
        <EmptyState icon="search" title="This referral is not on this device any more." />
      )}
    </Modal>
  );
}
