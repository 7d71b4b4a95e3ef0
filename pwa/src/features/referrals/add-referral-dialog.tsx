import type { UserDb } from '../../data/user-db.ts';
import { Modal } from '../../ui/modal.tsx';
import { AddReferralForm } from './add-referral-form.tsx';
import { ADD_FORM, useStoredDraft } from './use-draft.ts';

type Props = { db: UserDb; isOpen: boolean; onClose: () => void };

/** The dialog of SPEC §2; a slip beside it does not close it, and what was typed is kept. */
export function AddReferralDialog({ db, isOpen, onClose }: Props) {
  return (
    <Modal
      title="Add New Referral"
      description="Enter your friend or family member's information to refer them"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={false}
    >
      <AddReferral db={db} onClose={onClose} />
    </Modal>
  );
}

/** Waits for the draft of an earlier time, so that it does not overwrite what is being typed. */
function AddReferral({ db, onClose }: Omit<Props, 'isOpen'>) {
  const draft = useStoredDraft(db, ADD_FORM);
  if (draft === undefined) return null;
  return <AddReferralForm db={db} draft={draft ?? {}} onClose={onClose} />;
}
