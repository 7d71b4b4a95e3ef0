import { explainTier } from './explain-tier.ts';
import { promiseWords } from './promise-words.ts';
import { TierLadder } from './tier-ladder.tsx';
import type { PromisedRungs } from '@sunloop/shared-types/program/admin-reward.ts';
import type { PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';

type Props = {
  tiers: readonly PayingTier[];
  /** What open referrals promise; undefined while that is unknown. */
  promised: readonly PromisedRungs[] | undefined;
  draft: PayingTier | undefined;
};

/** What saving would do, in plain words, while the person types. */
export function TierPreview({ tiers, promised, draft }: Props) {
  const explanation = draft && explainTier(tiers, draft);
  return (
    <div className="tier-preview">
      <h3>What this would change</h3>
      {explanation ? (
        <>
          <div role="status">
            <ul>
              {promised &&
                promiseWords(tiers, draft, promised).map((line) => (
                  <li key={line}>
                    <strong>{line}</strong>
                  </li>
                ))}
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
