import { readReach } from '@sunloop/engine/data/sync-state.ts';
import { Banner } from '../../ui/banner.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { useStored } from '../../stored/use-stored.ts';

type Props = {
  name: string;
  onForget: () => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Asks before a friend is forgotten, and says what goes and what stays. */
export function ForgetDialog({ name, onForget, onClose }: Props) {
  const reach = useStored(readReach) ?? 'ok';
  return (
    <ConfirmDialog
      title={`Forget ${name}?`}
      confirmLabel="Forget for good"
      busyLabel="Forgetting..."
      variant="danger"
      isReady={reach === 'ok'}
      onConfirm={onForget}
      onClose={onClose}
    >
      <p>
        This cannot be undone. Name, email, phone and address are erased, also of your other friends
        with this email or phone. All your devices forget them as soon as they have a connection.
      </p>
      <p className="muted">What remains, without names, are dates, statuses and rewards.</p>
      {reach !== 'ok' && (
        <Banner tone="wait" icon="cloudOff">
          Forgetting a friend needs a connection.
        </Banner>
      )}
    </ConfirmDialog>
  );
}
