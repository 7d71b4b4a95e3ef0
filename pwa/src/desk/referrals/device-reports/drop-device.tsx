import type { FieldDevice } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';

type Props = { device: FieldDevice; onDrop: (device: FieldDevice) => Promise<SaveOutcome> };

/** Takes a device off the list, after a question. */
export function DropDevice({ device, onDrop }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="quiet" icon="check" onPress={() => setAsked(true)}>
        Settled
      </Button>
      {isAsked && (
        <DeskConfirm
          title={`Is this settled with ${device.username}?`}
          confirmLabel="Take off the list"
          busyLabel="Saving..."
          onConfirm={() => onDrop(device)}
          onClose={() => setAsked(false)}
        >
          <p>
            The device leaves the list, and what is missing is not listed again. What still waits on
            it is sent as ever, and listed again as soon as the device tells of it.
          </p>
        </DeskConfirm>
      )}
    </>
  );
}
