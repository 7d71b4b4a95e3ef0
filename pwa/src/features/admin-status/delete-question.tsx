import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

type Props = { name: string; isOpen: boolean; onCancel: () => void; onConfirm: () => void };

/** Asks before a referral is deleted, in the words of SPEC §2. */
export function DeleteQuestion({ name, isOpen, onCancel, onConfirm }: Props) {
  return (
    <Modal title={`Delete ${name}`} role="alertdialog" isOpen={isOpen} onClose={onCancel}>
      <p>Are you sure you want to delete this referral? This action cannot be undone.</p>
      <div className="form-actions">
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" onPress={onConfirm}>
          Delete
        </Button>
      </div>
    </Modal>
  );
}
