import { useMemo, type ReactNode } from 'react';
import { draftStore } from '@sunloop/engine/data/drafts.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useStoredDraft } from '../../ui/forms/use-draft.ts';
import { ADD_FORM } from './add-referral.ts';
import { AddReferralForm } from './add-referral-form.tsx';
import { useUserDb } from '../../stored/user-db.ts';

type Props = {
  onClose: () => void;
  onSaved?: (() => void) | undefined;
  mayTake?: boolean | undefined;
  /** Other ways to refer, shown below the form. */
  children?: ReactNode;
};

/** The dialog of SPEC §2; a slip beside it does not close it, and what was typed is kept. */
export function AddReferralDialog({ children, ...props }: Props) {
  return (
    <Modal
      title="Add New Referral"
      description="Enter your friend or family member's information to refer them"
      onClose={props.onClose}
      isDismissable={false}
    >
      <AddReferral {...props} />
      {children}
    </Modal>
  );
}

/** Waits for an earlier draft, so that it does not overwrite what is being typed. */
function AddReferral({ ...props }: Omit<Props, 'children'>) {
  const db = useUserDb();
  const store = useMemo(() => draftStore(db, ADD_FORM), [db]);
  const draft = useStoredDraft(store);
  if (draft === undefined) return null;
  return <AddReferralForm store={store} draft={draft ?? {}} {...props} />;
}
