import { readStatus } from '@sunloop/engine/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = { onEndAll: () => Promise<SaveOutcome>; onClose: () => void };

/** Asks before every device is signed out, and names what waits on this one. */
export function EndAllDialog({ onEndAll, onClose }: Props) {
  const status = useStored(readStatus);
  const unsent = (status?.waiting ?? 0) + (status?.rejected ?? 0);
  return (
    <ConfirmDialog
      title="Log out of all your devices?"
      confirmLabel="Log out everywhere"
      busyLabel="Logging out..."
      variant="danger"
      onConfirm={onEndAll}
      onClose={onClose}
    >
      <p>Every phone and computer has to sign in again with your password, even this one.</p>
      {unsent > 0 && (
        <Banner tone="wait" icon="clock">
          {unsent === 1 ? 'One entry has' : `${unsent} entries have`} not reached our server. What
          waits stays on this device until you sign in here again.
        </Banner>
      )}
    </ConfirmDialog>
  );
}
