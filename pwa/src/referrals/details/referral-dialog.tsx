import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { type ReactNode, useState } from 'react';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { EditRefused } from './edit-refused.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { ReferralDetails } from './referral-details.tsx';
import { readOwnRow } from '@sunloop/engine/rows.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = {
  id: string | undefined;
  link: string;
  /** The line of the person's money. */
  money: ReactNode;
  /** Draws the receipt of a stored row; of one that waits if that is undefined. */
  renderReceipt: (row: Referral | undefined) => ReactNode;
  onForget: (id: string) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** A referral's details and its history (SPEC §2), wherever its row lives. */
export function ReferralDialog({ id, link, money, renderReceipt, onForget, onClose }: Props) {
  const row = useStored(readOwnRow, id);
  const [edited, setEdited] = useState<RejectedRow | null>(null);
  const [isForgetting, setForgetting] = useState(false);
  if (edited?.row) {
    const stop = () => {
      setEdited(null);
      onClose();
    };
    return <EditRefused edited={edited} onClose={stop} />;
  }
  if (id === undefined || row === undefined) return null;
  if (isForgetting && row) {
    const stop = () => setForgetting(false);
    return <ForgetDialog name={row.name} onForget={() => onForget(id)} onClose={stop} />;
  }
  const rejected = row?.kind === 'rejected' ? row.rejected : null;
  return (
    <Modal title={row?.name ?? 'Referral'} onClose={onClose}>
      {row ? (
        <ReferralDetails
          row={row}
          link={link}
          money={money}
          renderReceipt={renderReceipt}
          onEdit={() => setEdited(rejected)}
          onForget={() => setForgetting(true)}
          onClose={onClose}
        />
      ) : (
        <EmptyState icon="search" title="This referral is no longer on this device." />
      )}
    </Modal>
  );
}
