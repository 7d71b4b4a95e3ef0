import type { OnBehalfOfMe } from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';

type Props = {
  onBehalf: OnBehalfOfMe;
  /** Tells the office that the referral is not theirs; needs a connection. */
  onNotMine: (id: string) => Promise<SaveOutcome>;
};

/** Below a referral: who took it for the person, who may say that it is not theirs. */
export function OnBehalfNote({ onBehalf: { id, takenBy, notMineAt, keptAt }, onNotMine }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="row muted">
      <span>Taken by {takenBy}</span>
      {notMineAt === null && (
        <Button variant="bare" onPress={() => setAsking(true)}>
          Not mine?
        </Button>
      )}
      {notMineAt !== null && (
        <span>
          {keptAt ? 'We looked: it is yours' : 'You said it is not yours. We look into it.'}
        </span>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Not your referral?"
          confirmLabel="It is not mine"
          busyLabel="Telling us..."
          onConfirm={() => onNotMine(id)}
          onClose={() => setAsking(false)}
        >
          <p>
            {takenBy} took it for you. If it is not yours, tell us: we look into it, and until then
            nothing is paid for it.
          </p>
          <p className="muted">This needs a connection.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
