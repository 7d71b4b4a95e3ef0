import { explainTier } from './explain-tier.ts';
import { TierLadder } from './tier-ladder.tsx';
import type { PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';

type Props = { tiers: readonly PayingTier[]; draft: PayingTier | undefined };

/** What saving would do, in plain words, while the person types. */
export function TierPreview({ tiers, draft }: Props) {
  const explanation = draft && explainTier(tiers, draft);
  return (
    <div className="tier-preview">
      <h3>What this would change</h3>
      {explanation ? (
        <>
          <div role="status">
            <ul>
              {explanation.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <TierLadder label="Who would pay what" spans={explanation.ladder} marked={draft.id} />
        </>
      ) : (
        <p className="muted">
          Enter which referrals it pays, and an amount such as $350, to see what would change.
        </p>
      )}
    </div>
  );
}
