import type { RewardTier } from '@sunloop/shared-types';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { NEW_TIER, type TierInput } from './tier-form-values.ts';
import { TierFields } from './tier-form.tsx';

type Props = {
  tiers: readonly RewardTier[] | undefined;
  onCreate: (tier: TierInput) => Promise<SaveOutcome>;
};

const SUBMIT = { label: 'Create Tier', busyLabel: 'Creating...' };

/** SPEC §2: the create form; begins anew after each tier. */
export function CreateTierCard({ tiers, onCreate }: Props) {
  const [created, setCreated] = useState(0);
  return (
    <Card title="Create a tier">
      <TierFields
        key={created}
        label="Create a tier"
        initial={NEW_TIER}
        submit={SUBMIT}
        tiers={tiers}
        save={onCreate}
        onSaved={() => setCreated(created + 1)}
      />
    </Card>
  );
}
