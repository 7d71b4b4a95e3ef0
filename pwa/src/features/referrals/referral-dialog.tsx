import { useState } from 'react';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { EditUnsentDialog } from './edit-unsent-dialog.tsx';
import { ReferralDetails } from './referral-details.tsx';
import { useOwnReferral } from './use-own-referral.ts';

type Props = { db: UserDb; id: string | undefined; link: string; onClose: () => void };

/** A referral's details and its history (SPEC §2), wherever its row lives. */
export function ReferralDialog({ db, id, link, onClose }: Props) {
  const row = useOwnReferral(db, id);
  // As it was when the person began: what becomes of it meanwhile must not take the form away.
  const [edited, setEdited] = useState<RejectedRow | null>(null);
  if (edited?.row) {
    const stop = () => {
      setEdited(null);
      onClose();
    };
    const { row: shown, error } = edited;
    return <EditUnsentDialog db={db} row={shown} refusal={error} onClose={stop} />;
  }
  if (id === undefined || row === undefined) return null;
  const rejected = row?.kind === 'rejected' ? row.rejected : null;
  return (
    <Modal title={row?.name ?? 'Referral'} onClose={onClose}>
      {row ? (
        <ReferralDetails
          db={db}
          row={row}
          link={link}
          onEdit={() => setEdited(rejected)}
          onClose={onClose}
        />
      ) : (
        <EmptyState icon="search" title="This referral is not on this device any more." />
      )}
    </Modal>
  );
}
