import type { OnBehalfInfo } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';

type Props = { onBehalf: OnBehalfInfo; onKeep: () => Promise<SaveOutcome> };

/** Who took a referral for its referrer, and, if those say that it is not theirs, what is to be decided. */
export function OnBehalfPart({ onBehalf: { byName, takenAt, notMineAt, keptAt }, onKeep }: Props) {
  return (
    <section className="stack" aria-label="Taken for its referrer">
      <h3>Taken by {byName}</h3>
      <p className="muted">For its referrer, received {formatMoment(takenAt)}.</p>
      {notMineAt && !keptAt && (
        <>
          <p className="muted">
            Its referrer said on {formatMoment(notMineAt)} that it is not theirs. Completed waits
            until you decide. If they are right, delete it.
          </p>
          <div className="row">
            <Button variant="quiet" size="sm" icon="check" onPress={() => void onKeep()}>
              It stays theirs
            </Button>
          </div>
        </>
      )}
      {notMineAt && keptAt && (
        <p className="muted">
          Decided: it stays with its referrer, who said that it is not theirs.
        </p>
      )}
    </section>
  );
}
