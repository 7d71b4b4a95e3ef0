import type { User } from '@sunloop/shared-types/ground/user.ts';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { NoticeText } from '../../../ui/layers/notices.ts';

type Props = {
  user: User;
  onErase: (done: NoticeText) => Promise<SaveOutcome>;
  onClose: () => void;
};

const DONE = { title: 'User erased', description: 'No remaining data names them.' };

/** Asks before a person is erased, and says what is deleted and what stays. */
export function EraseUserDialog({ user, onErase, onClose }: Props) {
  return (
    <DeskConfirm
      title="Erase this person?"
      confirmLabel="Erase for good"
      busyLabel="Erasing..."
      variant="danger"
      onConfirm={() => onErase(DONE)}
      onClose={onClose}
    >
      <p>
        Everything that names <strong>{user.username}</strong> ({user.email}) or the people they
        referred is erased: names, emails, phones, addresses, picture, sign-ins and devices. This
        cannot be undone, and you can no longer reach those people from here.
      </p>
      <p>
        What remains, without names, are the referrals with their status, dates and rewards, the
        ledger and all figures. Their devices forget what they hold at the next contact, even what
        was not sent yet. The email can be used for a new account; the referral code cannot.
      </p>
    </DeskConfirm>
  );
}
