import { ButtonLink } from '../../../ui/button-link.tsx';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';

/** Leads to the profile, where a new password of one's own asks for the current one. */
export function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <DeskDialog title="Reset Password" onClose={onClose}>
      <p>
        This is your own account. Change your password in your profile, where you can choose it
        yourself.
      </p>
      <div className="form-actions">
        <ButtonLink to="/profile" search={{ section: 'security' }}>
          Go to Profile
        </ButtonLink>
      </div>
    </DeskDialog>
  );
}
