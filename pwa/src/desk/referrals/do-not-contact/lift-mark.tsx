import type { DoNotContact } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';

type Props = { mark: DoNotContact; onLift: (mark: DoNotContact) => Promise<SaveOutcome> };

/** Takes a mark back, after a question. */
export function LiftMark({ mark, onLift }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Lift the mark of ${mark.name}`}
        onPress={() => setAsked(true)}
      >
        Lift
      </Button>
      {isAsked && (
        <DeskConfirm
          title={`May ${mark.name} be contacted again?`}
          confirmLabel="Lift the mark"
          busyLabel="Lifting..."
          onConfirm={() => onLift(mark)}
          onClose={() => setAsked(false)}
        >
          <p>
            Their open referrals and requests come back to the call list, and they can be referred.
          </p>
        </DeskConfirm>
      )}
    </>
  );
}
