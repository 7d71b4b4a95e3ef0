import type { RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { explainRemoval } from './explain-tier.ts';

type Props = {
  tier: RewardTier;
  tiers: readonly RewardTier[];
  onDelete: (tier: RewardTier) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Names the tier (SPEC §2) and says what pays for its referrals afterwards. */
export function DeleteTierDialog({ tier, tiers, onDelete, onClose }: Props) {
  return (
    <DeskConfirm
      title={`Delete tier '${tier.name}'?`}
      confirmLabel="Delete tier"
      busyLabel="Deleting..."
      variant="danger"
      onConfirm={() => onDelete(tier)}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete the tier '{tier.name}'? This action cannot be undone.
        Rewards already earned stay as they are.
      </p>
      {explainRemoval(tiers, tier).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </DeskConfirm>
  );
}
