import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';

type Props = { name: string; onForget: () => Promise<SaveOutcome> };

/** Has a person forgotten, after a question that says what goes and what stays. */
export function ForgetPerson({ name, onForget }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" icon="trash" onPress={() => setAsked(true)}>
        Forget
      </Button>
      {isAsked && (
        <DeskConfirm
          title={`Forget ${name}?`}
          confirmLabel="Forget for good"
          busyLabel="Forgetting..."
          variant="danger"
          onConfirm={onForget}
          onClose={() => setAsked(false)}
        >
          <p>
            This cannot be undone. Name, email, phone, address and notes are erased in every
            referral and quote request with the same email or phone, whoever referred them, and open
            requests are closed. All devices forget them as soon as they have a connection.
          </p>
          <p>
            What remains, without names, are dates, statuses, rewards and all figures. Whoever must
            not be called again needs the mark 'Do not contact', too: set it first.
          </p>
        </DeskConfirm>
      )}
    </>
  );
}
